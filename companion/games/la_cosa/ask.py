def ask(*a): raise 0
def assemble(*a): raise 0

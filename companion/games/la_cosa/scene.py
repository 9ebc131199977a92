def view(*a): raise 0

def tell(*a, **k): return ""

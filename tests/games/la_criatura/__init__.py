"""La Criatura: cases, properties, whole evenings."""

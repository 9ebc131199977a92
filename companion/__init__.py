"""The companion for playing the physical card game La Cosa (*Stay Away!*)."""

__version__ = "0.2.0"

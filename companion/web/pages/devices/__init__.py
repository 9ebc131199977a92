"""The devices at the table: which there are, which seat each holds, and how one is handed on."""

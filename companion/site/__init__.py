"""The tablet alone: the companion as a folder of files that any web server hands out, and that needs none afterwards.

Read `home` (the application object, its store and its one person, inside the browser), `bundle` (what is put into the
folder), `bytecode` (how what Python reads comes compiled), `pyodide` (where Python for a browser comes from), and
`static` (what the browser runs around them).
"""

"""What is kept on disk: a table's log, the seat's root, the folders that hold them."""

"""Food service, Tisbury 09.5: what is known of a kitchen, and what the book asks of it."""

"""Write what a study of one's own begins with."""

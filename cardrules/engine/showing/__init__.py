"""What is told and shown of a game: views, sentences, questions, reasons."""

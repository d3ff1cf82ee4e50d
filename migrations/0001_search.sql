-- Totals: count(*) would read every row.
INSERT INTO totals (name, value) VALUES ('books', 0), ('users', 0);
--> statement-breakpoint
-- Search: any part of a word from three letters on, the beginning of a word below. Each word stands behind two spaces,
-- so that "  d" and " du" are three letters, which a trigram index finds. The keys are folded already (comparisonKey).
CREATE VIRTUAL TABLE users_search USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER users_search_insert AFTER INSERT ON users BEGIN
  INSERT INTO users_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.name_key || ' ' || new.email, ' ', '  '));
  UPDATE totals SET value = value + 1 WHERE name = 'users';
END;
--> statement-breakpoint
CREATE TRIGGER users_search_update AFTER UPDATE OF name_key, email ON users BEGIN
  DELETE FROM users_search WHERE rowid = old.rowid;
  INSERT INTO users_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.name_key || ' ' || new.email, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER users_search_delete AFTER DELETE ON users BEGIN
  DELETE FROM users_search WHERE rowid = old.rowid;
  UPDATE totals SET value = value - 1 WHERE name = 'users';
END;
--> statement-breakpoint
-- The same for books, by title and author.
CREATE VIRTUAL TABLE books_search USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER books_search_insert AFTER INSERT ON books BEGIN
  INSERT INTO books_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER books_search_update AFTER UPDATE OF title_key, author_key ON books BEGIN
  DELETE FROM books_search WHERE rowid = old.rowid;
  INSERT INTO books_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER books_search_delete AFTER DELETE ON books BEGIN
  DELETE FROM books_search WHERE rowid = old.rowid;
END;
--> statement-breakpoint
-- How many books, in all and by genre.
CREATE TRIGGER books_count_insert AFTER INSERT ON books BEGIN
  UPDATE totals SET value = value + 1 WHERE name = 'books';
  UPDATE genres SET book_count = book_count + 1 WHERE id = new.genre_id;
END;
--> statement-breakpoint
CREATE TRIGGER books_count_update AFTER UPDATE OF genre_id ON books BEGIN
  UPDATE genres SET book_count = book_count - 1 WHERE id = old.genre_id;
  UPDATE genres SET book_count = book_count + 1 WHERE id = new.genre_id;
END;
--> statement-breakpoint
CREATE TRIGGER books_count_delete AFTER DELETE ON books BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'books';
  UPDATE genres SET book_count = book_count - 1 WHERE id = old.genre_id;
END;

ALTER TABLE `books` ADD `publisher_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `books_publisher_title` ON `books` (`publisher_key`,`title_key`,`author_key`);--> statement-breakpoint
CREATE INDEX `books_genre_publisher` ON `books` (`genre_id`,`publisher_key`,`title_key`,`author_key`);
--> statement-breakpoint
-- As well as SQL can: comparisonKey() also folds accents and other scripts. A book that is saved gets its key from there.
UPDATE books SET publisher_key = lower(trim(publisher)) WHERE publisher IS NOT NULL;
--> statement-breakpoint
-- Genres by their names, like the other indexes of words (0001_search.sql).
CREATE VIRTUAL TABLE genres_search USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER genres_search_insert AFTER INSERT ON genres BEGIN
  INSERT INTO genres_search (rowid, words) VALUES (new.rowid, replace(' ' || new.name_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER genres_search_update AFTER UPDATE OF name_key ON genres BEGIN
  DELETE FROM genres_search WHERE rowid = old.rowid;
  INSERT INTO genres_search (rowid, words) VALUES (new.rowid, replace(' ' || new.name_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER genres_search_delete AFTER DELETE ON genres BEGIN
  DELETE FROM genres_search WHERE rowid = old.rowid;
END;
--> statement-breakpoint
INSERT INTO genres_search (rowid, words) SELECT rowid, replace(' ' || name_key, ' ', '  ') FROM genres;
--> statement-breakpoint
-- Books by title, author and publisher, and by their genre: three private characters that stand for the rowid of the genre,
-- and not for its name, so that renaming a genre changes none of its books (app/lists/search.server.ts).
DROP TRIGGER books_search_insert;
--> statement-breakpoint
CREATE TRIGGER books_search_insert AFTER INSERT ON books BEGIN
  INSERT INTO books_search (rowid, words) VALUES (new.rowid,
    replace(' ' || new.title_key || ' ' || new.author_key || ' ' || new.publisher_key, ' ', '  ') || coalesce((
      SELECT '  ' || char(0xf8ff, 0xe000 + rowid / 4096, 0xe000 + rowid % 4096) FROM genres WHERE id = new.genre_id
    ), ''));
END;
--> statement-breakpoint
DROP TRIGGER books_search_update;
--> statement-breakpoint
CREATE TRIGGER books_search_update AFTER UPDATE OF title_key, author_key, publisher_key, genre_id ON books BEGIN
  DELETE FROM books_search WHERE rowid = old.rowid;
  INSERT INTO books_search (rowid, words) VALUES (new.rowid,
    replace(' ' || new.title_key || ' ' || new.author_key || ' ' || new.publisher_key, ' ', '  ') || coalesce((
      SELECT '  ' || char(0xf8ff, 0xe000 + rowid / 4096, 0xe000 + rowid % 4096) FROM genres WHERE id = new.genre_id
    ), ''));
END;
--> statement-breakpoint
INSERT INTO books_search (books_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO books_search (rowid, words) SELECT new.rowid,
    replace(' ' || new.title_key || ' ' || new.author_key || ' ' || new.publisher_key, ' ', '  ') || coalesce((
      SELECT '  ' || char(0xf8ff, 0xe000 + rowid / 4096, 0xe000 + rowid % 4096) FROM genres WHERE id = new.genre_id
    ), '')
  FROM books AS new;

CREATE TABLE `reading_counts` (
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`user_id`, `state`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `readings` ADD `author_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `readings_user_title_author` ON `readings` (`user_id`,`title_key`,`author_key`,`id`);
--> statement-breakpoint
-- As well as SQL can: comparisonKey() also folds accents and other scripts. The cron computes the keys anew.
UPDATE readings SET author_key = lower(trim(author)) WHERE author IS NOT NULL;
--> statement-breakpoint
DELETE FROM key_versions WHERE table_name IN ('readings', 'deleted_rows');
--> statement-breakpoint
-- Shelves by title and author, like the other indexes of words (0001_search.sql). The owner is a column of its own: a search
-- names it, and no words that somebody stores can stand for it (docs/decisions/0073).
CREATE VIRTUAL TABLE readings_search USING fts5(owner, words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER readings_search_insert AFTER INSERT ON readings BEGIN
  INSERT INTO readings_search (rowid, owner, words)
    VALUES (new.rowid, new.user_id, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER readings_search_update AFTER UPDATE OF title_key, author_key ON readings BEGIN
  DELETE FROM readings_search WHERE rowid = old.rowid;
  INSERT INTO readings_search (rowid, owner, words)
    VALUES (new.rowid, new.user_id, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER readings_search_delete AFTER DELETE ON readings BEGIN
  DELETE FROM readings_search WHERE rowid = old.rowid;
END;
--> statement-breakpoint
INSERT INTO readings_search (rowid, owner, words)
  SELECT rowid, user_id, replace(' ' || title_key || ' ' || author_key, ' ', '  ') FROM readings;
--> statement-breakpoint
-- How many books are on each shelf, by state.
CREATE TRIGGER readings_count_insert AFTER INSERT ON readings BEGIN
  INSERT INTO reading_counts (user_id, state, value) VALUES (new.user_id, new.state, 1)
    ON CONFLICT (user_id, state) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER readings_count_update AFTER UPDATE OF state ON readings BEGIN
  UPDATE reading_counts SET value = value - 1 WHERE user_id = old.user_id AND state = old.state;
  INSERT INTO reading_counts (user_id, state, value) VALUES (new.user_id, new.state, 1)
    ON CONFLICT (user_id, state) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER readings_count_delete AFTER DELETE ON readings BEGIN
  UPDATE reading_counts SET value = value - 1 WHERE user_id = old.user_id AND state = old.state;
END;
--> statement-breakpoint
INSERT INTO reading_counts (user_id, state, value) SELECT user_id, state, count(*) FROM readings GROUP BY user_id, state;

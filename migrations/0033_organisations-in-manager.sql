ALTER TABLE `organisations` ADD `member_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE organisations SET member_count =
  (SELECT count(*) FROM organisation_members WHERE organisation_id = organisations.id);
--> statement-breakpoint
CREATE TRIGGER organisation_members_count_insert AFTER INSERT ON organisation_members BEGIN
  UPDATE organisations SET member_count = member_count + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER organisation_members_count_delete AFTER DELETE ON organisation_members BEGIN
  UPDATE organisations SET member_count = member_count - 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
INSERT INTO totals (name, value) VALUES ('organisations', (SELECT count(*) FROM organisations));
--> statement-breakpoint
-- By name and present address, like the other indexes of words (0001_search.sql).
CREATE VIRTUAL TABLE organisations_search USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER organisations_search_insert AFTER INSERT ON organisations BEGIN
  INSERT INTO organisations_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.name_key || ' ' || new.slug, ' ', '  '));
  UPDATE totals SET value = value + 1 WHERE name = 'organisations';
END;
--> statement-breakpoint
CREATE TRIGGER organisations_search_update AFTER UPDATE OF name_key, slug ON organisations BEGIN
  DELETE FROM organisations_search WHERE rowid = old.rowid;
  INSERT INTO organisations_search (rowid, words)
    VALUES (new.rowid, replace(' ' || new.name_key || ' ' || new.slug, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER organisations_search_delete AFTER DELETE ON organisations BEGIN
  DELETE FROM organisations_search WHERE rowid = old.rowid;
  UPDATE totals SET value = value - 1 WHERE name = 'organisations';
END;
--> statement-breakpoint
INSERT INTO organisations_search (rowid, words)
  SELECT rowid, replace(' ' || name_key || ' ' || slug, ' ', '  ') FROM organisations;

-- Shelves of organisations by title and author, with the organisation as the owner (0030_shelf-search.sql).
CREATE VIRTUAL TABLE holdings_search USING fts5(owner, words, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER holdings_search_insert AFTER INSERT ON holdings BEGIN
  INSERT INTO holdings_search (rowid, owner, words)
    VALUES (new.rowid, new.organisation_id, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER holdings_search_update AFTER UPDATE OF title_key, author_key ON holdings BEGIN
  DELETE FROM holdings_search WHERE rowid = old.rowid;
  INSERT INTO holdings_search (rowid, owner, words)
    VALUES (new.rowid, new.organisation_id, replace(' ' || new.title_key || ' ' || new.author_key, ' ', '  '));
END;
--> statement-breakpoint
CREATE TRIGGER holdings_search_delete AFTER DELETE ON holdings BEGIN
  DELETE FROM holdings_search WHERE rowid = old.rowid;
END;
--> statement-breakpoint
INSERT INTO holdings_search (rowid, owner, words)
  SELECT rowid, organisation_id, replace(' ' || title_key || ' ' || author_key, ' ', '  ') FROM holdings;

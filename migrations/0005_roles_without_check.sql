-- Rebuilds `users` without the CHECK that listed the roles: docs/recipes/rebuild-a-table.md explains each step.
-- A column that you have added to the table yourself belongs in the two lists below.
PRAGMA defer_foreign_keys = on;
--> statement-breakpoint
CREATE TABLE users_copy AS SELECT rowid AS row_number, * FROM users;
--> statement-breakpoint
DROP TABLE users;
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`name` text,
	`name_key` text DEFAULT '' NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`onboarded_at` integer,
	`banned_at` integer,
	`ban_expires_at` integer,
	`ban_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_normalised" CHECK("users"."email" = lower(trim("users"."email")))
);
--> statement-breakpoint
INSERT INTO users
  (rowid, id, email, email_verified_at, name, name_key, role, onboarded_at, banned_at, ban_expires_at, ban_reason,
    created_at, updated_at)
  SELECT row_number, id, email, email_verified_at, name, name_key, role, onboarded_at, banned_at, ban_expires_at,
    ban_reason, created_at, updated_at
  FROM users_copy;
--> statement-breakpoint
DROP TABLE users_copy;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);
--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`);
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
-- Who signs up has proven the address by it; a user whom a manager adds has not.
CREATE TRIGGER users_sign_up_insert AFTER INSERT ON users WHEN new.email_verified_at IS NOT NULL BEGIN
  INSERT INTO daily_counts (day, name, value)
    VALUES (date(new.created_at / 1000, 'unixepoch'), 'sign-ups', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;

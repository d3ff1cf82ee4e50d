-- When somebody was last here is the users' own now, so that an index can sort by it.
DROP TRIGGER sessions_last_seen;--> statement-breakpoint
CREATE TRIGGER sessions_last_seen_insert AFTER INSERT ON sessions BEGIN
  UPDATE users SET last_seen_at = new.updated_at
    WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.updated_at;
END;--> statement-breakpoint
CREATE TRIGGER sessions_last_seen_update AFTER UPDATE OF updated_at ON sessions BEGIN
  UPDATE users SET last_seen_at = new.updated_at
    WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.updated_at;
END;--> statement-breakpoint
UPDATE users SET last_seen_at = (SELECT max(updated_at) FROM sessions WHERE user_id = users.id)
  WHERE coalesce(last_seen_at, 0) < (SELECT max(updated_at) FROM sessions WHERE user_id = users.id);--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_key` integer GENERATED ALWAYS AS (coalesce(last_seen_at, 0)) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `users_last_seen` ON `users` (`last_seen_key`,`id`);--> statement-breakpoint
CREATE INDEX `users_role_last_seen` ON `users` (`role`,`last_seen_key`,`id`);--> statement-breakpoint
CREATE INDEX `users_banned_last_seen` ON `users` (`last_seen_key`,`id`) WHERE banned_at is not null;

ALTER TABLE `users` ADD `last_seen_at` integer;--> statement-breakpoint
-- Sessions end in many places, by people and by the daily job. When somebody was last here must outlast them.
CREATE TRIGGER sessions_last_seen AFTER DELETE ON sessions BEGIN
  UPDATE users SET last_seen_at = old.updated_at
    WHERE id = old.user_id AND coalesce(last_seen_at, 0) < old.updated_at;
END;

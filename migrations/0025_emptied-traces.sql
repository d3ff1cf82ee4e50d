ALTER TABLE `idempotency_keys` ADD `user_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `idempotency_keys_user_id` ON `idempotency_keys` (`user_id`);--> statement-breakpoint
-- The names of access tokens that people used whose accounts are deleted by now.
UPDATE `audit_log` SET `token_name` = NULL
  WHERE `token_name` IS NOT NULL AND `actor_id` NOT IN (SELECT `id` FROM `users`);

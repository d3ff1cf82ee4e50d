DROP INDEX `social_accounts_user_id`;--> statement-breakpoint
ALTER TABLE `social_accounts` ADD `last_used_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `social_accounts_user_unique` ON `social_accounts` (`user_id`,`provider`);
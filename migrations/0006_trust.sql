CREATE TABLE `database_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`marked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `login_failures` (
	`hour` integer PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`done_at` integer,
	`stopped_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_changes_user_id` ON `email_changes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_changes_waiting` ON `email_changes` (`due_at`) WHERE done_at is null and stopped_at is null;--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`about` text NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notices_unsent` ON `notices` (`next_attempt_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX `notices_created_at` ON `notices` (`created_at`);--> statement-breakpoint
CREATE INDEX `notices_user_id` ON `notices` (`user_id`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `device_id` text;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `link_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `login_challenges_link_hash_unique` ON `login_challenges` (`link_hash`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer DEFAULT 0 NOT NULL;
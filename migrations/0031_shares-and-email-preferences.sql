CREATE TABLE `email_preferences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`mailbox_key` text,
	`is_on` integer NOT NULL,
	`due_at` integer,
	`sent_at` integer,
	`site` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_preferences_user_kind_unique` ON `email_preferences` (`user_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_preferences_mailbox_kind_unique` ON `email_preferences` (`mailbox_key`,`kind`);--> statement-breakpoint
CREATE INDEX `email_preferences_due` ON `email_preferences` (`kind`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text,
	`title` text,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shares_user_created_at` ON `shares` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shares_created_at` ON `shares` (`created_at`);
CREATE TABLE `readings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`title_key` text NOT NULL,
	`state` text NOT NULL,
	`rating` integer,
	`finished_on` text,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `readings_user_book_unique` ON `readings` (`user_id`,`book_id`);--> statement-breakpoint
CREATE INDEX `readings_user_state_updated_at` ON `readings` (`user_id`,`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `readings_user_state_title` ON `readings` (`user_id`,`state`,`title_key`,`id`);--> statement-breakpoint
ALTER TABLE `deleted_rows` ADD `user_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `deleted_rows_user_id` ON `deleted_rows` (`user_id`) WHERE user_id is not null;
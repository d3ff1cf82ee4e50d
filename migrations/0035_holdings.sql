CREATE TABLE `holdings` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`user_id` text,
	`book_id` text NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`note` text,
	`title_key` text NOT NULL,
	`author_key` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holdings_book_unique` ON `holdings` (`organisation_id`,`book_id`);--> statement-breakpoint
CREATE INDEX `holdings_title` ON `holdings` (`organisation_id`,`title_key`,`id`);--> statement-breakpoint
CREATE INDEX `holdings_updated_at` ON `holdings` (`organisation_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `holdings_user` ON `holdings` (`user_id`);
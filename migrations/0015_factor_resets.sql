CREATE TABLE `factor_resets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`of_manager` integer NOT NULL,
	`begun_by` text NOT NULL,
	`begun_at` integer NOT NULL,
	`confirmed_by` text,
	`confirmed_at` integer,
	`due_at` integer NOT NULL,
	`done_at` integer,
	`stopped_at` integer,
	`language` text NOT NULL,
	`site` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `factor_resets_open_unique` ON `factor_resets` (`user_id`) WHERE done_at is null and stopped_at is null;--> statement-breakpoint
CREATE INDEX `factor_resets_user_id` ON `factor_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `factor_resets_waiting` ON `factor_resets` (`due_at`) WHERE done_at is null and stopped_at is null;
CREATE TABLE `deleted_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`entity` text NOT NULL,
	`label` text,
	`row` text NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_rows_deleted_at` ON `deleted_rows` (`deleted_at`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `changes` text;
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`request_id` text NOT NULL,
	`actor_id` text,
	`actor_label` text,
	`as_user_id` text,
	`as_user_label` text,
	`action` text NOT NULL,
	`subject_id` text,
	`subject_label` text,
	`code` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `audit_log_as_user` ON `audit_log` (`as_user_id`,`at`,`id`) WHERE as_user_id is not null;--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`at`,`id`) WHERE subject_id is not null;--> statement-breakpoint
CREATE TABLE `daily_counts` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `impersonated_user_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `impersonation_ends_at` integer;
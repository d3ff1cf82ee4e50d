ALTER TABLE `audit_log` ADD `part_of` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `parts` integer;--> statement-breakpoint
CREATE INDEX `audit_log_shown` ON `audit_log` (`at`,`id`) WHERE part_of is null;--> statement-breakpoint
CREATE INDEX `audit_log_part` ON `audit_log` (`part_of`,`at`,`id`) WHERE part_of is not null;--> statement-breakpoint
CREATE INDEX `audit_log_actor_shown` ON `audit_log` (`actor_id`,`at`,`id`) WHERE actor_id is not null and part_of is null;--> statement-breakpoint
CREATE INDEX `audit_log_as_user_shown` ON `audit_log` (`as_user_id`,`at`,`id`) WHERE as_user_id is not null and part_of is null;
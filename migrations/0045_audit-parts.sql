DROP INDEX `audit_log_at`;--> statement-breakpoint
DROP INDEX `audit_log_actor`;--> statement-breakpoint
DROP INDEX `audit_log_as_user`;--> statement-breakpoint
CREATE INDEX `audit_log_parts` ON `audit_log` (`at`,`id`) WHERE part_of is not null;--> statement-breakpoint
CREATE INDEX `audit_log_actor_parts` ON `audit_log` (`actor_id`,`at`,`id`) WHERE actor_id is not null and part_of is not null;--> statement-breakpoint
CREATE INDEX `audit_log_as_user_parts` ON `audit_log` (`as_user_id`,`at`,`id`) WHERE as_user_id is not null and part_of is not null;
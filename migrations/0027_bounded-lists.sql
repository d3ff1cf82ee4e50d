CREATE INDEX `audit_log_actor_action` ON `audit_log` (`actor_id`,`action`,`at`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `audit_log_as_user_action` ON `audit_log` (`as_user_id`,`action`,`at`,`id`) WHERE as_user_id is not null;--> statement-breakpoint
CREATE INDEX `audit_log_subject_action` ON `audit_log` (`subject_id`,`action`,`at`,`id`) WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX `email_changes_waiting_of_user` ON `email_changes` (`user_id`) WHERE done_at is null and stopped_at is null;
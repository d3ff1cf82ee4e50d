ALTER TABLE `audit_log` ADD `tenant_id` text;--> statement-breakpoint
CREATE INDEX `audit_log_tenant` ON `audit_log` (`tenant_id`,`at`,`id`) WHERE tenant_id is not null;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `membership_id` text;
--> statement-breakpoint
-- Entries from before that are about what is still there.
UPDATE audit_log SET tenant_id = subject_id
  WHERE action IN ('organisation.create', 'organisation.update') AND subject_id IN (SELECT id FROM organisations);
--> statement-breakpoint
UPDATE audit_log SET tenant_id = (SELECT organisation_id FROM organisation_members WHERE id = subject_id)
  WHERE action IN ('member.setRole', 'organisation.handOver');
--> statement-breakpoint
UPDATE audit_log SET tenant_id = (SELECT organisation_id FROM organisation_invitations WHERE id = subject_id)
  WHERE action IN ('invitation.create', 'invitation.resend', 'invitation.cancel', 'invitation.accept', 'invitation.decline');

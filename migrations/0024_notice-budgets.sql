CREATE TABLE `budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`used` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `notices_unsent`;--> statement-breakpoint
DROP INDEX `notices_user_id`;--> statement-breakpoint
ALTER TABLE `notices` ADD `urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`urgent`,`next_attempt_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX `notices_user_about_created_at` ON `notices` (`user_id`,`about`,`created_at`);--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `code_mac` text;--> statement-breakpoint
UPDATE notices SET urgent = 1 WHERE sent_at IS NULL AND about IN ('emailChanged', 'emailChangeWaiting', 'newDevice', 'secondStepOn', 'secondStepOff', 'recoveryCodesRenewed', 'recoveryCodeUsed', 'passkeyCopied', 'accountDeleted', 'emailChangedByAdministrator', 'factorResetWaiting', 'factorsReset', 'accountDeletedByAdministrator');

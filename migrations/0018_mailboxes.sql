ALTER TABLE `login_challenges` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `login_challenges_mailbox_created_at` ON `login_challenges` (`mailbox`,`created_at`);
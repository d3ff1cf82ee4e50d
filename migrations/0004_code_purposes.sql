ALTER TABLE `login_challenges` ADD `purpose` text DEFAULT 'sign-in' NOT NULL;--> statement-breakpoint
ALTER TABLE `login_challenges` ADD `user_id` text;
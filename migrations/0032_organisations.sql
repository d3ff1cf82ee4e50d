CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `organisations_name_key` ON `organisations` (`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `organisations_created_at` ON `organisations` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `organisation_addresses` (
	`slug` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`replaced_at` integer,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `organisation_addresses_organisation` ON `organisation_addresses` (`organisation_id`);--> statement-breakpoint
CREATE INDEX `organisation_addresses_replaced_at` ON `organisation_addresses` (`replaced_at`) WHERE replaced_at is not null;--> statement-breakpoint
CREATE TABLE `organisation_members` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisation_members_organisation_user_unique` ON `organisation_members` (`organisation_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `organisation_members_user` ON `organisation_members` (`user_id`,`role`);--> statement-breakpoint
CREATE INDEX `organisation_members_organisation_role` ON `organisation_members` (`organisation_id`,`role`);--> statement-breakpoint
CREATE TABLE `organisation_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`nonce` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisation_invitations_open_unique` ON `organisation_invitations` (`organisation_id`,`email`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `organisation_invitations_organisation` ON `organisation_invitations` (`organisation_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organisation_invitations_user` ON `organisation_invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `organisation_invitations_email` ON `organisation_invitations` (`email`);--> statement-breakpoint
CREATE INDEX `organisation_invitations_expires_at` ON `organisation_invitations` (`expires_at`);
CREATE TABLE `organisation_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisation_keys_token_hash_unique` ON `organisation_keys` (`token_hash`);--> statement-breakpoint
CREATE INDEX `organisation_keys_organisation_created_at` ON `organisation_keys` (`organisation_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organisation_keys_expires_at` ON `organisation_keys` (`expires_at`);
CREATE TABLE `bounces` (
	`email` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bounces_at` ON `bounces` (`at`);
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text DEFAULT '{}' NOT NULL,
	`key` text,
	`user_id` text,
	`urgent` integer DEFAULT false NOT NULL,
	`lane` text,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`error` text,
	`given_up_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`next_attempt_at`,`id`) WHERE given_up_at is null;--> statement-breakpoint
CREATE INDEX `jobs_urgent` ON `jobs` (`next_attempt_at`) WHERE given_up_at is null and urgent = 1;--> statement-breakpoint
CREATE INDEX `jobs_given_up` ON `jobs` (`given_up_at`,`id`) WHERE given_up_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_kind_key` ON `jobs` (`kind`,`key`) WHERE key is not null;--> statement-breakpoint
CREATE INDEX `jobs_user_id` ON `jobs` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `jobs_lane` ON `jobs` (`lane`) WHERE lane is not null;--> statement-breakpoint
-- What waits is mailed by jobs from now on.
INSERT INTO `jobs` (`id`, `kind`, `about`, `urgent`, `lane`, `created_at`, `attempts`, `next_attempt_at`)
SELECT `id`, 'notice', json_object('notice', `id`), `urgent`, `email`, `created_at`, `attempts`, `next_attempt_at`
FROM `notices` WHERE `sent_at` IS NULL;--> statement-breakpoint
DROP INDEX `notices_due`;--> statement-breakpoint
ALTER TABLE `notices` DROP COLUMN `urgent`;--> statement-breakpoint
ALTER TABLE `notices` DROP COLUMN `sent_at`;--> statement-breakpoint
ALTER TABLE `notices` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `notices` DROP COLUMN `next_attempt_at`;
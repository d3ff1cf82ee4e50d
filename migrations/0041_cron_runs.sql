CREATE TABLE `cron_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`ran_at` integer NOT NULL,
	`failed` text NOT NULL
);

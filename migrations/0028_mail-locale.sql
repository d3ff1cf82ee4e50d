ALTER TABLE `notices` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `language` text;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text;
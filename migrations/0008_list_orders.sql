DROP INDEX `users_role`;--> statement-breakpoint
CREATE INDEX `users_name_key` ON `users` (`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `users_created_at` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_role_email` ON `users` (`role`,`email`);--> statement-breakpoint
CREATE INDEX `users_role_name_key` ON `users` (`role`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `users_role_created_at` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_banned_email` ON `users` (`email`) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX `users_banned_name_key` ON `users` (`name_key`,`id`) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX `users_banned_created_at` ON `users` (`created_at`,`id`) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX `books_author_title` ON `books` (`author_key`,`title_key`);--> statement-breakpoint
CREATE INDEX `books_updated_at` ON `books` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `books_genre_author` ON `books` (`genre_id`,`author_key`,`title_key`);--> statement-breakpoint
CREATE INDEX `books_genre_updated_at` ON `books` (`genre_id`,`updated_at`,`id`);
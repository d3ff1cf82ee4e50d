CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`row_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`type` text DEFAULT '' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `files_user_id` ON `files` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `files_row_id` ON `files` (`row_id`,`kind`) WHERE ready_at is not null;--> statement-breakpoint
CREATE INDEX `files_unready` ON `files` (`created_at`) WHERE ready_at is null;
--> statement-breakpoint
-- What the bucket has of a file goes soon after its row, whatever has deleted that; and a day later what was being written then.
CREATE TRIGGER files_delete AFTER DELETE ON files BEGIN
  INSERT INTO jobs (id, kind, about, created_at, next_attempt_at)
    SELECT lower(hex(randomblob(16))), 'delete-file', json_object('id', old.id), now, now + wait.value
    FROM (SELECT cast(unixepoch('subsec') * 1000 AS integer) AS now), json_each('[0, 86400000]') AS wait;
END;

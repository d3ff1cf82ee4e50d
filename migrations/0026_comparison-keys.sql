CREATE TABLE `equal_rows` (
	`table_name` text NOT NULL,
	`row_id` text NOT NULL,
	PRIMARY KEY(`table_name`, `row_id`)
);
--> statement-breakpoint
CREATE TABLE `key_versions` (
	`table_name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`after` text
);

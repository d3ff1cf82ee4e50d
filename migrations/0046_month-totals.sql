CREATE TABLE `month_totals` (
	`name` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`value` integer NOT NULL
);

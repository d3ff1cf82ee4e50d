ALTER TABLE `deleted_rows` ADD `tenant_id` text;--> statement-breakpoint
CREATE INDEX `deleted_rows_tenant_id` ON `deleted_rows` (`tenant_id`) WHERE tenant_id is not null;
ALTER TABLE `organisations` ADD `logo_id` text;--> statement-breakpoint
-- Those that were sent before. No trigger runs: none is about this column.
UPDATE organisations SET logo_id = (
  SELECT id FROM files WHERE row_id = organisations.id AND kind = 'logo' AND ready_at IS NOT NULL
);

CREATE TABLE `organisation_team_members` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`team_id` text NOT NULL,
	`member_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `organisation_teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `organisation_members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisation_team_members_team_member_unique` ON `organisation_team_members` (`team_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `organisation_team_members_team_created_at` ON `organisation_team_members` (`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organisation_team_members_organisation` ON `organisation_team_members` (`organisation_id`);--> statement-breakpoint
CREATE INDEX `organisation_team_members_member` ON `organisation_team_members` (`member_id`);--> statement-breakpoint
CREATE INDEX `organisation_team_members_user` ON `organisation_team_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `organisation_teams` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`member_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organisation_id`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisation_teams_organisation_name_unique` ON `organisation_teams` (`organisation_id`,`name_key`);--> statement-breakpoint
ALTER TABLE `organisation_invitations` ADD `team_id` text;--> statement-breakpoint
CREATE INDEX `organisation_members_organisation_created_at` ON `organisation_members` (`organisation_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE TRIGGER organisation_team_members_count_insert AFTER INSERT ON organisation_team_members BEGIN
  UPDATE organisation_teams SET member_count = member_count + 1 WHERE id = new.team_id;
END;
--> statement-breakpoint
CREATE TRIGGER organisation_team_members_count_delete AFTER DELETE ON organisation_team_members BEGIN
  UPDATE organisation_teams SET member_count = member_count - 1 WHERE id = old.team_id;
END;
--> statement-breakpoint
-- Every organisation has a first team, which has its name, and whoever is in it now. Its id is the organisation's: it is unique, too.
INSERT INTO organisation_teams (id, organisation_id, name, name_key, created_at, updated_at)
  SELECT id, id, name, name_key, created_at, created_at FROM organisations;
--> statement-breakpoint
INSERT INTO organisation_team_members (id, organisation_id, team_id, member_id, user_id, created_at, updated_at)
  SELECT id, organisation_id, organisation_id, id, user_id, created_at, created_at FROM organisation_members;

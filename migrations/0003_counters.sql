-- More totals, for the dashboard.
INSERT INTO totals (name, value)
  VALUES ('genres', (SELECT count(*) FROM genres)), ('sessions', (SELECT count(*) FROM sessions));
--> statement-breakpoint
CREATE TRIGGER genres_count_insert AFTER INSERT ON genres BEGIN
  UPDATE totals SET value = value + 1 WHERE name = 'genres';
END;
--> statement-breakpoint
CREATE TRIGGER genres_count_delete AFTER DELETE ON genres BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'genres';
END;
--> statement-breakpoint
-- Every session begins with a sign-in.
CREATE TRIGGER sessions_count_insert AFTER INSERT ON sessions BEGIN
  UPDATE totals SET value = value + 1 WHERE name = 'sessions';
  INSERT INTO daily_counts (day, name, value)
    VALUES (date(new.created_at / 1000, 'unixepoch'), 'sign-ins', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_count_delete AFTER DELETE ON sessions BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'sessions';
END;
--> statement-breakpoint
-- Who signs up has proven the address by it; a user whom a manager adds has not.
CREATE TRIGGER users_sign_up_insert AFTER INSERT ON users WHEN new.email_verified_at IS NOT NULL BEGIN
  INSERT INTO daily_counts (day, name, value)
    VALUES (date(new.created_at / 1000, 'unixepoch'), 'sign-ups', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;

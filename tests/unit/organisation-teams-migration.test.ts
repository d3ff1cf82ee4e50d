import { expect, test } from "vitest";
import { applyMigrations, readMigrations } from "#scripts/lib/apply-migrations.ts";
import { openMigrated } from "#tests/support/filled-database.ts";

const place = readMigrations().findIndex(({ file }) => file.endsWith("_teams.sql"));

// A new product has only one migration.
test.runIf(place > 0)(
  "the migration gives each existing organisation one team with all its members",
  async () => {
    const { d1, close } = await openMigrated(place);
    const sql = `
    INSERT INTO users (id, email, created_at, updated_at) VALUES ('u1', 'a@example.com', 1, 1), ('u2', 'b@example.com', 1, 1);
    INSERT INTO organisations (id, name, name_key, slug, created_at, updated_at)
      VALUES ('o1', 'Hogarth Press', 'hogarth press', 'hogarth', 1, 2), ('o2', 'Hogarth Press', 'hogarth press', 'other', 1, 2);
    INSERT INTO organisation_members (id, organisation_id, user_id, role, created_at, updated_at)
      VALUES ('m1', 'o1', 'u1', 'owner', 1, 2), ('m2', 'o1', 'u2', 'member', 3, 4), ('m3', 'o2', 'u2', 'owner', 1, 2);`;
    await applyMigrations(d1, [{ file: "", sql }, ...readMigrations().slice(place)]);
    const rows = async (query: string) => (await d1.prepare(query).all()).results;
    const team = { name: "Hogarth Press", name_key: "hogarth press" };
    expect(await rows("SELECT * FROM organisation_teams ORDER BY organisation_id")).toMatchObject([
      { organisation_id: "o1", member_count: 2, ...team },
      { organisation_id: "o2", member_count: 1, ...team },
    ]);
    expect(
      await rows(`SELECT member_id, user_id, organisation_teams.organisation_id FROM organisation_team_members
      INNER JOIN organisation_teams ON organisation_teams.id = team_id ORDER BY member_id`),
    ).toEqual([
      { member_id: "m1", user_id: "u1", organisation_id: "o1" },
      { member_id: "m2", user_id: "u2", organisation_id: "o1" },
      { member_id: "m3", user_id: "u2", organisation_id: "o2" },
    ]);
    await close();
  },
);

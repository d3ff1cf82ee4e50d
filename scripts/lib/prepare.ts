import { parseSettings } from "#app/settings.ts";
import { markAsDemo } from "#scripts/seed/demo-mark.ts";
import { seed } from "#scripts/seed/seed.ts";
import { openLocalDatabase } from "./local-database.ts";
import { readLocalSettings, writeLocalSettings } from "./local-settings.ts";
import { migrateLocalDatabase } from "./migrate.ts";

/**
 * Prepares this machine to run the product: settings, migrations, seed.
 * @returns the settings
 * @throws {Error} whose message is one line
 */
export async function prepare(): Promise<Record<string, string>> {
  writeLocalSettings();
  const settings = readLocalSettings();
  const { DEMO } = parseSettings(settings);
  migrateLocalDatabase();
  const { db, close } = await openLocalDatabase();
  try {
    await seed(db);
    if (DEMO) await markAsDemo(db);
  } finally {
    await close();
  }
  return settings;
}

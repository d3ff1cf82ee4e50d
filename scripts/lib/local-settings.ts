import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { SETTING_NAMES } from "#app/settings.ts";
import { OWN_SECRETS } from "./own-secrets.ts";

const FILE = ".dev.vars";

/** Writes the settings of this machine, with its own secrets. If the file exists, only missing secrets are added. */
export function writeLocalSettings(): void {
  const isNew = !existsSync(FILE);
  const known = isNew ? {} : parseEnv(readFileSync(FILE, "utf8"));
  const made = OWN_SECRETS.filter((name) => !(name in known)).map(
    (name) => `${name}=${randomBytes(32).toString("base64url")}`,
  );
  if (made.length === 0) return;
  const heading = [
    "# Settings of this machine; never deployed. app/settings.ts says what each means.",
    "LOCAL=true",
  ];
  const lines = [...(isNew ? heading : [""]), ...made, ""];
  appendFileSync(FILE, lines.join("\n"), { mode: 0o600 });
  console.log(isNew ? `Wrote ${FILE} with new secrets.` : `Added new secrets to ${FILE}.`);
}

/** The settings of this machine. The environment overrides the file. */
export function readLocalSettings(): Record<string, string> {
  const settings = Object.entries({ ...parseEnv(readFileSync(FILE, "utf8")), ...process.env });
  return Object.fromEntries(
    settings.filter(
      (entry): entry is [string, string] => SETTING_NAMES.includes(entry[0]) && entry[1] !== undefined,
    ),
  );
}

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { SETTING_NAMES } from "#app/settings.ts";

const FILE = ".dev.vars";

/** Writes settings for this machine, with secrets of its own, unless the file exists. */
export function writeLocalSettings(): void {
  if (existsSync(FILE)) return;
  const secret = () => randomBytes(32).toString("base64url");
  writeFileSync(
    FILE,
    [
      "# Settings of this machine; never deployed. app/settings.ts says what each means.",
      "LOCAL=true",
      `COOKIE_SECRETS=${secret()}`,
      `LOGIN_CODE_SECRET=${secret()}`,
      "",
    ].join("\n"),
    { mode: 0o600 },
  );
  console.log(`Wrote ${FILE} with new secrets.`);
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

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { PRODUCT_NAME, TOKEN_PREFIX } from "#app/product.ts";

/** The product's new identity. */
export interface Identity {
  name: string;
  /** The holder of the copyright. */
  holder?: string | undefined;
  /** The URL of its repository. */
  repository?: string | undefined;
}

/** Converts a name to one for workers, databases and packages: lower-case letters, digits and hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/**
 * Renames the product in app/product.ts, package.json, wrangler.toml, the licence and the documents. Hosts in tests and
 * names of classes stay as they are, because no user sees them.
 */
export function rename({ name, holder, repository }: Identity): void {
  const slug = slugOf(name);
  const oldSlug = slugOf(PRODUCT_NAME);
  edit("app/product.ts", (text) =>
    text
      .replace(`PRODUCT_NAME = "${PRODUCT_NAME}"`, `PRODUCT_NAME = ${JSON.stringify(name)}`)
      .replace(`TOKEN_PREFIX = "${TOKEN_PREFIX}"`, `TOKEN_PREFIX = "${prefixOf(slug)}"`),
  );
  for (const file of ["package.json", "package-lock.json"]) {
    edit(file, (text) => text.replaceAll(`"name": "${oldSlug}"`, `"name": "${slug}"`));
  }
  edit("wrangler.toml", (text) => {
    const renamed = text.replace(new RegExp(`\\b${oldSlug}\\b`, "g"), slug);
    return repository
      ? renamed.replaceAll(/^# ?REPOSITORY_URL = .*$/gm, `REPOSITORY_URL = "${repository}"`)
      : renamed;
  });
  edit("LICENSE", (text) => text.replace(`The ${PRODUCT_NAME} authors`, holder ?? `The ${name} authors`));
  for (const file of globSync(["*.md", "{docs,app,.github}/**/*.md"])) {
    // The changelog is not changed, because it belongs to the starter, and merging later versions needs it.
    if (file === "CHANGELOG.md") continue;
    edit(file, (text) =>
      text
        .replace(new RegExp(`\\b${PRODUCT_NAME}\\b`, "g"), () => name)
        .replaceAll(`TOKEN=${TOKEN_PREFIX}_`, `TOKEN=${prefixOf(slug)}_`),
    );
  }
}

/** The prefix of access tokens. */
const prefixOf = (slug: string) => slug.replaceAll("-", "");

/** Writes a file only if it has changed. */
function edit(file: string, by: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  const after = by(before);
  if (after !== before) writeFileSync(file, after);
}

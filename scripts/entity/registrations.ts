import { existsSync } from "node:fs";
import type { EntityDefinition } from "./definition.ts";
import { pictureIdColumnName } from "./templates/file-display.ts";
import { hiddenInWords } from "./templates/own-links.ts";
import { downloadPages, sentFilePages } from "./templates/sent-file-paths.ts";
import { hasRules } from "./templates/slice.ts";

/** Whether the product still has its API. */
export const HAS_API = existsSync("app/slices/api");

/** A change to a file that all entities share. */
interface Registration {
  file: string;
  /** @returns the file's new text, or null if the place to change can't be found */
  change: (text: string) => string | null;
}

/**
 * The changes to shared files that register an entity.
 * @param languages the complete languages, of which the first is English
 */
export function registrationsOf(entity: EntityDefinition, languages: string[]): Registration[] {
  const { name, plural, Plural, unique, owner, alsoManager, isShared, isAtHome } = entity;
  const pages = (area: string, paths: [page: string, file: string][]) =>
    paths
      .map(
        ([page, file]) =>
          `    route("${area}/${plural}${page}", "slices/${name}/routes/${file}.${/\/(file|download)$/.test(page) ? "ts" : "tsx"}"),\n`,
      )
      .join("");
  const ownPages: [page: string, file: string][] = [
    ["", plural],
    ["/new", `${name}-new`],
    ["/:id", name],
    ...(isShared ? [["/:id/share", `${name}-share`] as [string, string]] : []),
    ["/:id/update", `${name}-update`],
    ...sentFilePages(entity),
    ...downloadPages(entity),
  ];
  const sharedPage = `  route("shared/${plural}/:id", "slices/${name}/routes/${name}-shared.tsx"), // no guard: the link is signed\n`;
  const CODE = `${name.toUpperCase()}_ALREADY_EXISTS`;
  const message = `This ${name} already exists`;
  return [
    {
      file: "app/slices.ts",
      change: all(
        before(
          "import ",
          `import { ${hasRules(entity) ? `${name}, ${name}Rules` : name} } from "#app/slices/${name}/slice.ts";\n`,
        ),
        after("export const SLICES = [", `\n  ${name},`),
        ...(hasRules(entity) ? [after("const RULES = {", `\n  ${name}: ${name}Rules,`)] : []),
      ),
    },
    {
      file: "app/schema.ts",
      change: before(/export \* from "/, `export * from "#app/slices/${name}/${plural}.table.ts";\n`),
    },
    ...(HAS_API || isAtHome
      ? [
          {
            file: "app/slices.server.ts",
            change: all(
              ...(HAS_API
                ? [
                    before(
                      "import ",
                      `import { ${name}Api } from "#app/slices/${name}/${name}-api.server.ts";\n`,
                    ),
                    after(/API_OPERATIONS: [^=]*= \[/, `${name}Api, `),
                  ]
                : []),
              ...(isAtHome
                ? [
                    before(
                      "import ",
                      `import { home${Plural}Read } from "#app/slices/${name}/${name}.server.ts";\n`,
                    ),
                    after(/WELCOME: [^=]*= \[/, `home${Plural}Read, `),
                  ]
                : []),
            ),
          },
        ]
      : []),
    {
      file: "app/routes.ts",
      change: owner
        ? all(
            owner === "organisation"
              ? before('    route("app/o/:slug/deleted/', pages("app/o/:slug", ownPages))
              : before('    route("app/account"', pages("app", ownPages)),
            ...(alsoManager
              ? [before('    route("manager/users", ', pages("manager", [["", `manager/${plural}`]]))]
              : []),
            // The route is outside all layouts, because its readers need no account.
            ...(isShared ? [before(BEFORE_APP, sharedPage)] : []),
          )
        : all(
            before(
              '    route("app/account"',
              pages("app", [
                ["", `app/${plural}`],
                ["/:id", `app/${name}`],
                ...downloadPages(entity).map(([page, file]): [string, string] => [page, `app/${file}`]),
              ]),
            ),
            before(
              '    route("manager/users", ',
              pages(
                "manager",
                ownPages.map(([page, file]) => [page, `manager/${file}`]),
              ),
            ),
          ),
    },
    ...(owner ? [privacyLine(entity)] : []),
    ...navigationsOf(entity).map((area) => {
      const part = `${name}${area === "manager" ? "Manager" : "Reader"}Navigation`;
      return {
        file: `app/routes/${area}-navigation.ts`,
        change: all(
          before("import ", `import { ${part} } from "#app/slices/${name}/navigation.ts";\n`),
          atEndOfList(part),
        ),
      };
    }),
    ...(isAtHome
      ? [
          {
            file: "app/routes/welcome-parts.tsx",
            change: all(
              before(
                "import ",
                `import { home${Plural}Part } from "#app/slices/${name}/home-${plural}.tsx";\n`,
              ),
              atEndOfList(`home${Plural}Part`),
            ),
          },
        ]
      : []),
    {
      file: "app/core/i18n/i18next.d.ts",
      change: after(
        "interface Resources {\n",
        `  ${name}: typeof import("../../../locales/en/${name}.json");\n`,
      ),
    },
    {
      file: "scripts/seed/seed.ts",
      change: all(
        after(
          'import { comparisonKey } from "#app/core/lib/comparison-key.ts";\n',
          `import { seed${Plural} } from "./seed-${plural}.ts";\n`,
        ),
        before(/\}\n*$/, `  await seed${Plural}(db);\n`),
      ),
    },
    {
      // The entity's strings are in English until someone translates them. A test lists these strings.
      file: "locales/untranslated.json",
      change: inJson((keys: Record<string, string[]>) => {
        for (const language of languages.slice(1)) {
          keys[language] = [
            ...(keys[language] ?? []),
            `${name}:*`,
            ...(unique.length > 0 ? [`code:${CODE}`] : []),
          ];
        }
      }),
    },
    ...(unique.length > 0 ? languages : []).map((language) => ({
      file: `locales/${language}/code.json`,
      change: inJson((codes: Record<string, string>) => {
        codes[CODE] = message;
      }),
    })),
  ];
}

/** The start of the readers' area in app/routes.ts, with the comment above it. */
const BEFORE_APP = /^\n?(?: {2}\/\/.*\n)* {2}layout\("routes\/app-layout\.tsx"/m;

/**
 * The areas to whose navigation the entity is added. An organisation's page links to every entity of
 * organisations without a registration.
 */
function navigationsOf({ owner, alsoManager }: EntityDefinition): ("manager" | "reader")[] {
  if (owner === "organisation") return [];
  return owner && !alsoManager ? ["reader"] : ["manager", "reader"];
}

/** The line of docs/privacy.md about a table whose rows belong to users. */
const privacyLine = (entity: EntityDefinition): Registration => {
  const { name, plural, fields, keyed, pictures, owner, alsoManager, isPublic, isShared } = entity;
  const columns = [
    ...["id", `${owner}_id`],
    ...fields.map(({ column }) => column),
    ...keyed.map(({ column }) => `${column}_key`),
    ...pictures.map(pictureIdColumnName),
    ...(isShared ? ["shared_at"] : []),
    ...["created_at", "updated_at"],
  ];
  const others = [
    ...(isPublic ? ["with the name of that user, to everybody who may enter the area of readers"] : []),
    ...(alsoManager ? ["to administrators"] : []),
  ];
  const hidden = hiddenInWords(entity);
  const shared = `. Anyone who has the link to a shared ${name} sees it${hidden && `, without ${hidden}`}, and the name of that user`;
  const columnNames = columns.map((column) => `\`${column}\``).join(", ");
  return {
    file: "docs/privacy.md",
    change: before(
      "| `daily_counts` |",
      owner === "organisation"
        ? `| \`${plural}\` | the ${plural} of an organisation: ${columnNames} | to show them to its members | until a member deletes them, or the organisation | the members |\n`
        : `| \`${plural}\` | the ${plural} of a user: ${columnNames} | to show them to that user${others.map((who) => `, and ${who}`).join("")} | until they delete them, or their account | the person${isShared ? shared : ""} |\n`,
    ),
  };
};

type Change = (text: string) => string | null;

/** Inserts a text before the first match. */
const before =
  (place: string | RegExp, addition: string): Change =>
  (text) => {
    const at = typeof place === "string" ? text.indexOf(place) : text.search(place);
    return at < 0 ? null : text.slice(0, at) + addition + text.slice(at);
  };

/** Inserts a text after the first match. */
const after =
  (place: string | RegExp, addition: string): Change =>
  (text) => {
    const found = typeof place === "string" ? place : place.exec(text)?.[0];
    if (found === undefined || !text.includes(found)) return null;
    const at = text.indexOf(found) + found.length;
    return text.slice(0, at) + addition + text.slice(at);
  };

/** Adds an element to the list at the end of a file. */
const atEndOfList =
  (element: string): Change =>
  (text) => {
    const [list, items = ""] = /\[([^[\]]*)\];\n*$/.exec(text) ?? [];
    if (list === undefined) return null;
    const others = items.replace(/,?\s*$/, "");
    return text.replace(list, `[${others.trim() === "" ? "" : `${others}, `}${element}];\n`);
  };

const all =
  (...changes: Change[]): Change =>
  (text) =>
    changes.reduce<string | null>((changed, change) => (changed === null ? null : change(changed)), text);

/** Changes a JSON file. Direction marks stay escaped, so that they remain visible. */
const inJson =
  <Content>(change: (content: Content) => void): Change =>
  (text) => {
    const content = JSON.parse(text);
    change(content);
    const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16)}`;
    return `${JSON.stringify(content, null, 2).replace(/[\u2066-\u2069]/g, escaped)}\n`;
  };

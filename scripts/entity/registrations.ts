import type { EntityDefinition } from "./definition.ts";

/** A change to a file that entities share. */
interface Registration {
  file: string;
  /** @returns the file's new text, or null if the place for it can't be found */
  change: (text: string) => string | null;
}

/**
 * Where an entity is made known, besides its own files.
 * @param languages the complete ones; the first is English
 */
export function registrationsOf(entity: EntityDefinition, languages: string[]): Registration[] {
  const { name, plural, Plural, unique } = entity;
  const CODE = `${name.toUpperCase()}_ALREADY_EXISTS`;
  const message = `This ${name} already exists`;
  const permission = (action: string) => `permission: "${name}:${action}"`;
  return [
    { file: "app/entities.ts", change: before("} as const;", `  ${name}: "${plural}",\n`) },
    {
      file: "app/db/schema.ts",
      change: before(/export \* from "\.\/tables\//, `export * from "./tables/${plural}.ts";\n`),
    },
    {
      file: "app/api/api.server.ts",
      change: both(
        after(
          'import { auditApi } from "./audit.server.ts";\n',
          `import { ${plural}Api } from "./${plural}.server.ts";\n`,
        ),
        after(/for \(const add of \[\s*meApi,/, ` ${plural}Api,`),
      ),
    },
    {
      file: "app/permissions.ts",
      change: after(/user: \[\s*"apps:app"/, `, "${name}:list", "${name}:read"`),
    },
    {
      file: "app/routes.ts",
      change: both(
        before(
          '    route("app/account"',
          `    route("app/${plural}", "routes/app/${plural}.tsx"),\n    route("app/${plural}/:id", "routes/app/${name}.tsx"),\n`,
        ),
        before(
          '    route("manager/users", ',
          `    route("manager/${plural}", "routes/manager/${plural}.tsx"),
    route("manager/${plural}/new", "routes/manager/${name}-new.tsx"),
    route("manager/${plural}/:id", "routes/manager/${name}.tsx"),
    route("manager/${plural}/:id/update", "routes/manager/${name}-update.tsx"),
`,
        ),
      ),
    },
    {
      file: "app/routes/manager/layout.tsx",
      change: before(
        "  ];\n  const configuration",
        `    { to: href("/manager/${plural}"), label: t("${name}:list.title"), icon: "shapes", ${permission("list")} },\n`,
      ),
    },
    {
      file: "app/routes/app/layout.tsx",
      change: before(
        '    { to: href("/app/account")',
        `    { to: href("/app/${plural}"), label: t("${name}:list.title"), icon: "shapes", ${permission("list")} },\n`,
      ),
    },
    { file: "app/i18n/page-strings.ts", change: after(/"\/app": \[\s*"app"/, `, "${name}"`) },
    {
      file: "app/i18n/i18next.d.ts",
      change: after(
        "interface Resources {\n",
        `  ${name}: typeof import("../../locales/en/${name}.json");\n`,
      ),
    },
    {
      file: "scripts/seed/seed.ts",
      change: both(
        after(
          'import { comparisonKey } from "#app/lib/comparison-key.ts";\n',
          `import { seed${Plural} } from "./seed-${plural}.ts";\n`,
        ),
        before(/\}\n*$/, `  await seed${Plural}(db);\n`),
      ),
    },
    {
      // What is English until someone translates it: a test lists it.
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
    ...(unique.length > 0
      ? [
          {
            file: "app/error-codes.ts",
            change: after("const RAISED = {\n", `  ${CODE}: 409,\n`),
          },
          ...languages.map((language) => ({
            file: `locales/${language}/code.json`,
            change: inJson((codes: Record<string, string>) => {
              codes[CODE] = message;
            }),
          })),
        ]
      : []),
  ];
}

type Change = (text: string) => string | null;

/** Puts a text before the first place that matches. */
const before =
  (place: string | RegExp, addition: string): Change =>
  (text) => {
    const at = typeof place === "string" ? text.indexOf(place) : text.search(place);
    return at < 0 ? null : text.slice(0, at) + addition + text.slice(at);
  };

/** Puts a text after the first place that matches. */
const after =
  (place: string | RegExp, addition: string): Change =>
  (text) => {
    const found = typeof place === "string" ? place : place.exec(text)?.[0];
    if (found === undefined || !text.includes(found)) return null;
    const at = text.indexOf(found) + found.length;
    return text.slice(0, at) + addition + text.slice(at);
  };

const both =
  (one: Change, other: Change): Change =>
  (text) => {
    const half = one(text);
    return half === null ? null : other(half);
  };

/** Changes a JSON file. Direction marks stay escaped, so that they can be seen. */
const inJson =
  <Content>(change: (content: Content) => void): Change =>
  (text) => {
    const content = JSON.parse(text);
    change(content);
    const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16)}`;
    return `${JSON.stringify(content, null, 2).replace(/[\u2066-\u2069]/g, escaped)}\n`;
  };

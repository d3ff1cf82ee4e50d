import type { EntityDefinition } from "../definition.ts";
import { linkChecks } from "./own-links.ts";
import { requiredReferences } from "./sent-values.ts";

/** Fills in the required fields, without the title. */
function stepsOf(entity: EntityDefinition): string {
  const { name, title } = entity;
  const references = requiredReferences(entity);
  const choose = references.map(
    (field) =>
      `await page.getByRole("combobox", { name: t("${name}:fields.${field.name}") }).selectOption({ index: 0 });`,
  );
  const others = entity.fields
    .filter((field) => field !== title && field.required)
    .flatMap((field) => {
      const label = `t("${name}:fields.${field.name}")`;
      const fill = (text: string) =>
        `await page.getByRole("textbox", { name: ${label}, exact: true }).fill(${text});`;
      if (field.type === "date") return `await pickDay(${label});`;
      if (field.type === "integer" || field.type === "decimal") return fill('"3"');
      return field.type === "text" || field.type === "longtext" ? fill("title") : [];
    });
  return [...others, ...choose].map((line) => `${line}\n`).join("");
}

const picksDay = ({ fields }: EntityDefinition) =>
  fields.some(({ type, required }) => type === "date" && required) ? "pickDay, " : "";

/** The steps of the test for an entity whose rows belong to the users who create them. */
export function ownBrowserTest(entity: EntityDefinition): string {
  const { name, aName, Name, plural, title, isPublic, isShared, owner, files } = entity;
  const isOfOrganisation = owner === "organisation";
  const list = isOfOrganisation ? `\`/app/o/\${slug}/${plural}\`` : `"/app/${plural}"`;
  return `import { add${Name} } from "#tests/support/${plural}.ts";
${isOfOrganisation ? 'import { addOrganisation } from "#tests/support/organisations.ts";\n' : ""}import { check, checkRefused, ${isShared ? "checkShown, " : ""}inEveryAppearance, JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use(options);

    test("somebody adds ${aName}, changes it, deletes it and brings it back", async ({ page, ${isOfOrganisation ? "site, " : ""}signIn, ${picksDay(entity)}t }) => {
      const title = \`Journey \${name}\`;
      ${isOfOrganisation ? "const { slug } = await addOrganisation(site, (await signIn()).id);" : "await signIn();"}
      await page.goto(${list});
      // An empty list has a second such link.
      await page.getByRole("link", { name: t("${name}:new") }).first().click();
      await page.getByRole("textbox", { name: t("${name}:fields.${title.name}"), exact: true }).fill(title);
      ${stepsOf(entity)}await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

      await page.getByRole("link", { name: t("common:edit") }).click();
      await page.getByRole("textbox", { name: t("${name}:fields.${title.name}"), exact: true }).fill(\`\${title} again\`);
      await page.getByRole("button", { name: t("common:save") }).click();
      await expect(page.getByRole("heading", { level: 1, name: \`\${title} again\` })).toBeVisible();

      await page.getByRole("button", { name: t("common:delete") }).click();
      ${
        isPublic
          ? `await expect(page.getByText(t("${name}:success.deleted"), { exact: true })).toBeVisible();`
          : `await expect(page.getByText(t("${name}:list.empty"))).toBeVisible();`
      }
      await page.getByRole("button", { name: t("common:undo") }).click();
      await expect(page.getByRole("heading", { level: 1, name: \`\${title} again\` })).toBeVisible();
    });
  });
}

inEveryAppearance((language) => {
  test("the pages of ${plural} are accessible", async ({ page, site, signIn${isShared ? ", t" : ""} }) => {
    const user = await signIn();
    ${isOfOrganisation ? "const { id: organisationId, slug } = await addOrganisation(site, user.id);\n" : ""}const list = ${list};
    await check(page, list, language);
    const { id } = await add${Name}(site, ${isOfOrganisation ? "organisationId" : "user.id"});
    for (const path of [list, ${isPublic ? `\`\${list}?whose=mine\`, ` : ""}\`\${list}/\${id}\`, \`\${list}/\${id}/update\`${files.map(({ kebab }) => `, \`\${list}/\${id}/${kebab}\``).join("")}${isOfOrganisation ? `, \`/app/o/\${slug}\`` : ""}])
      await check(page, path, language);
    ${isShared ? linkChecks(entity) : ""}await checkRefused(page, \`\${list}/new\`, language);
  });
});
`;
}

/** Uses the pages of an entity in a browser: with script, without, in Arabic on a phone, and in every appearance. */
export function browserTest(entity: EntityDefinition): string {
  const { name, aName, Name, plural, title, files } = entity;
  const fill = stepsOf(entity);
  return `import { add${Name} } from "#tests/support/${plural}.ts";
import { check, checkRefused, inEveryAppearance, JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, openMore, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|404|409)/] });

    test("a manager adds ${aName}, changes it and deletes it", async ({ page, signIn, ${picksDay(entity)}t }, { workerIndex }) => {
      const title = \`Journey \${name} \${workerIndex}\`;
      await signIn({ role: "admin" });
      await page.goto("/manager/${plural}");
      await page.getByRole("link", { name: t("${name}:manager.new") }).click();
      await page.getByRole("textbox", { name: t("${name}:fields.${title.name}"), exact: true }).fill(title);
      ${fill}await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

      await page.getByRole("link", { name: t("common:edit") }).click();
      await page.getByRole("textbox", { name: t("${name}:fields.${title.name}"), exact: true }).fill(\`\${title} again\`);
      await page.getByRole("button", { name: t("common:save") }).click();
      await expect(page.getByRole("heading", { level: 1, name: \`\${title} again\` })).toBeVisible();

      await openMore(page, t);
      await page.getByRole("link", { name: t("common:delete") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: t("common:delete") }).click();
      await expect(page.getByText(t("${name}:success.deleted"), { exact: true })).toBeVisible();
    });
  });
}

inEveryAppearance((language) => {
  test("the pages of ${plural} are accessible", async ({ page, site, signIn }) => {
    await signIn({ role: "admin" });
    const { id } = await add${Name}(site);
    for (const path of [
      "/app/${plural}",
      \`/app/${plural}/\${id}\`,
      "/manager/${plural}",
      "/manager/${plural}?searchTerm=zzz",
      \`/manager/${plural}/\${id}\`,
      \`/manager/${plural}/\${id}?confirm=delete\`,
      \`/manager/${plural}/\${id}/update\`,
      ${files.map(({ kebab }) => `\`/manager/${plural}/\${id}/${kebab}\`,`).join("\n")}
    ]) {
      await check(page, path, language);
    }
    await checkRefused(page, "/manager/${plural}/new", language);
  });
});
`;
}

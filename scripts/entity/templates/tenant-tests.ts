import type { EntityDefinition } from "../definition.ts";
import { filledInOf } from "./own-tests.ts";
import { requiredReferences } from "./sent-values.ts";

/**
 * The tests of an entity whose rows belong to organisations. The first tests are about access by users who are not
 * members.
 */
export function tenantIntegrationTest(entity: EntityDefinition): string {
  const { name, Name, plural, title, unique } = entity;
  const references = requiredReferences(entity);
  const setUp = references.map(
    ({ target }) =>
      `${target?.entity}Id = (await worker.db.select().from(${target?.table}).limit(1))[0]?.id ?? "";`,
  );
  const targets = [...new Set(references.map(({ target }) => target?.table as string))];
  return `import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { ${[...targets, "auditLog", "organisationMembers"].sort().join(", ")} } from "#app/schema.ts";
import { ${name}List } from "#app/slices/${name}/${name}-choices.ts";
import { describeList } from "#tests/support/lists.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { addInvitation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { add${Name}, ${name}Form } from "#tests/support/${plural}.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
${references.map(({ target }) => `let ${target?.entity}Id = "";`).join("\n")}
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  ${setUp.join("\n")}
});
afterAll(() => worker.stop());

${filledInOf(entity)}

/** The values that an edit form showed. */
const originalIn = (html: string) =>
  (/name="original" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');

test("people who are not members read and change nothing: members of another organisation, invited people, former members, administrators of the product", async () => {
  const [ours, theirs] = [await organisationWithPeople(worker, "member"), await organisationWithPeople(worker)];
  const { id } = await add${Name}(worker, ours.id, { ${title.name}: "Very private" });
  const [former] = ours.others;
  await worker.db.delete(organisationMembers).where(eq(organisationMembers.id, former?.memberId ?? ""));
  const invited = await someone(worker);
  await addInvitation(worker, { organisationId: ours.id, userId: ours.owner.userId, email: invited.email });
  const administrator = await someone(worker, { role: "admin" });
  const strangers = [
    { visitor: theirs.owner.visitor, status: 404 },
    { visitor: former?.visitor ?? theirs.owner.visitor, status: 404 },
    { visitor: invited.visitor, status: 403 },
    { visitor: administrator.visitor, status: 403 },
  ];
  const list = \`\${ours.path}/${plural}\`;
  for (const { visitor, status } of strangers) {
    for (const path of [list, \`\${list}/new\`, \`\${list}/\${id}\`, \`\${list}/\${id}/update\`]) {
      expect((await visitor.get(path)).status, path).toBe(status);
      expect(await (await visitor.get(\`\${path}.data\`)).text(), path).not.toContain("Very private");
    }
    for (const path of [\`\${list}/new\`, \`\${list}/\${id}/update\`])
      expect((await visitor.post(path, { ...filledIn("Taken over"), restore: "on" })).status, path).toBe(status);
    expect((await visitor.post(\`\${list}/\${id}\`, {})).status).toBe(status);
    expect((await visitor.post(\`\${ours.path}/deleted/${name}/\${id}\`, {})).status).toBe(status);
  }
  await expect(await ours.owner.visitor.get(\`\${list}/\${id}\`)).toShow("Very private");
});

test("a member can't reach another organisation's rows through their own organisation's address", async () => {
  const [ours, theirs] = [await organisationWithPeople(worker), await organisationWithPeople(worker)];
  const { id } = await add${Name}(worker, theirs.id, { ${title.name}: "Theirs" });
  const { visitor } = ours.owner;
  const page = \`\${ours.path}/${plural}/\${id}\`;
  for (const path of [page, \`\${page}/update\`]) expect((await visitor.get(path)).status, path).toBe(404);
  expect((await visitor.post(\`\${page}/update\`, { ...filledIn("Taken over"), restore: "on" })).status).toBe(404);
  expect((await visitor.post(page, {})).status).toBe(404);
  expect(await theirs.owner.visitor.post(\`\${theirs.path}/${plural}/\${id}\`, {})).toRedirectTo(\`\${theirs.path}/${plural}\`);
  expect((await visitor.post(\`\${ours.path}/deleted/${name}/\${id}\`, {})).status).toBe(404);
  expect((await visitor.post(\`\${page}/update\`, { ...filledIn("Taken over"), restore: "on" })).status).toBe(404);
  await expect(await visitor.get(\`\${ours.path}/${plural}\`)).toShow(t("${name}:list.empty"));
});

test.each(["administrator", "member"] as const)("the %s adds, changes and deletes a row that all members see, another member restores it, and the log says who did what", async (role) => {
  const { path, owner, others } = await organisationWithPeople(worker, role);
  const visitor = others[0]?.visitor ?? owner.visitor;
  const list = \`\${path}/${plural}\`;
  const form = { ...filledIn("Typed once"), id: crypto.randomUUID() };
  const id = newRowId.parse(form.id);
  for (let n = 0; n < 2; n++)
    expect(await visitor.post(\`\${list}/new\`, form)).toRedirectTo(\`\${list}/\${id}\`);
  const html = await (await owner.visitor.get(list)).text();
  expect(html.match(new RegExp(\`href="\${list}/[\\\\da-f-]{36}"\`, "g"))).toHaveLength(1);
  const page = \`\${list}/\${id}\`;
  expect(await visitor.post(\`\${page}/update\`, filledIn("Changed"))).toRedirectTo(page);
  await expect(await owner.visitor.get(page)).toShow("Changed");
  expect(await visitor.post(page, {})).toRedirectTo(list);
  expect((await owner.visitor.get(page)).status).toBe(404);
  const refused = await owner.visitor.post(\`\${page}/update\`, filledIn("Too late"));
  expect(refused.status).toBe(409);
  await expect(refused).toShow(t("manager:deletedMeanwhile"));
  expect(await owner.visitor.post(\`\${path}/deleted/${name}/\${id}\`, {})).toRedirectTo(page);
  await expect(await visitor.get(page)).toShow("Changed");
  const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.map(({ action, actorId }) => [action, actorId === owner.userId]).sort()).toEqual([
    ["row.restore", true],
    ["${name}.create", false],
    ["${name}.delete", false],
    ["${name}.update", false],
  ].sort());
});
${
  unique.length > 0
    ? `
test("an organisation can't add the same ${name} twice, but another organisation can have the same", async () => {
  const [ours, theirs] = [await organisationWithPeople(worker), await organisationWithPeople(worker)];
  for (const { path, owner } of [ours, theirs])
    expect((await owner.visitor.post(\`\${path}/${plural}/new\`, filledIn("Only one"))).status).toBe(302);
  const refused = await ours.owner.visitor.post(\`\${ours.path}/${plural}/new\`, filledIn("Only one"));
  expect(refused.headers.get("X-Error-Code")).toBe("${name.toUpperCase()}_ALREADY_EXISTS");
});
`
    : ""
}
test("the rows of an organisation are deleted with it, including those that could still be restored", async () => {
  const { id, slug, name, path, owner } = await organisationWithPeople(worker);
  const rows = [await add${Name}(worker, id), await add${Name}(worker, id)];
  expect((await owner.visitor.post(\`\${path}/${plural}/\${rows[0]?.id}\`, {})).status).toBe(302);
  expect((await owner.visitor.post(\`/app/o/\${slug}/delete\`, { confirmation: name })).status).toBe(302);
  const left = await worker.d1.prepare("select id from ${plural} where organisation_id = ?1 union all select id from deleted_rows where tenant_id = ?1").bind(id).all();
  expect(left.results).toEqual([]);
});

test("a form without a required value is refused, and the page says what is required", async () => {
  const { path, owner } = await organisationWithPeople(worker);
  const response = await owner.visitor.post(\`\${path}/${plural}/new\`, { ...filledIn("Typed"), ${title.name}: " " });
  expect(response.status).toBe(400);
  await expect(response).toShow(t("validation:required"));
});

test("if two members change the same ${name}, the second one sees what the first one has stored", async () => {
  const { id: organisationId, path, owner, others } = await organisationWithPeople(worker, "member");
  const { id } = await add${Name}(worker, organisationId);
  const page = \`\${path}/${plural}/\${id}/update\`;
  const html = await (await owner.visitor.get(page)).text();
  const missing = Object.keys(filledIn("")).filter((field) => !html.includes(\`name="\${field}"\`));
  expect(missing, "fields that the form lacks").toEqual([]);
  const original = originalIn(html);
  expect((await owner.visitor.post(page, { ...filledIn("Stored first"), original })).status).toBe(302);
  const refused = await others[0]?.visitor.post(page, { ...filledIn("Typed second"), original });
  expect(refused?.status).toBe(409);
  expect(await refused?.text()).toContain("Stored first");
});

test.each([
  // The page, the values of a row, and what the page shows of them.
  ["/${plural}", { ${title.name}: "In the list" }, "In the list"],
] as const)("at %s of an organisation, its members see it, and members of another organisation don't", async (page, given, shown) => {
  const [ours, theirs] = [await organisationWithPeople(worker, "member"), await organisationWithPeople(worker)];
  await add${Name}(worker, ours.id, given);
  await expect(await (ours.others[0] ?? ours.owner).visitor.get(\`\${ours.path}\${page}\`)).toShow(shown);
  await expect(await theirs.owner.visitor.get(\`\${theirs.path}\${page}\`)).not.toShow(shown);
});

describeList({
  listing: ${name}List,
  async open() {
    const { id, path, owner } = await organisationWithPeople(worker);
    return { visitor: owner.visitor, ownerId: id, list: \`\${path}/${plural}\` };
  },
  add: (ownerId) => add${Name}(worker, ownerId),
  filledIn,
});

test("a search finds the organisation's rows by parts of words in any case and without accents, and nothing of others", async () => {
  const [ours, theirs] = [await organisationWithPeople(worker), await organisationWithPeople(worker)];
  await add${Name}(worker, ours.id, { ${title.name}: "Crème brûlée" });
  await add${Name}(worker, ours.id, { ${title.name}: "Another" });
  for (const term of ["Crème", "BRULEE", "rul cre", "b"]) {
    const query = new URLSearchParams({ searchTerm: term });
    const found = await ours.owner.visitor.get(\`\${ours.path}/${plural}?\${query}\`);
    expect(databaseCost(found).roundTrips).toBe(1);
    const html = await found.text();
    expect(html, term).toContain("Crème brûlée");
    expect(html, term).not.toContain(">Another<");
    await expect(await theirs.owner.visitor.get(\`\${theirs.path}/${plural}?\${query}\`)).toShow(t("common:noResults"));
  }
});
`;
}

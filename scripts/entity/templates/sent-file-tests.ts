import type { EntityDefinition } from "../definition.ts";
import { HAS_API } from "../registrations.ts";

/** The tests of an entity's pictures and other uploads over HTTP. */
export function sentFilesTest(entity: EntityDefinition): string {
  const { Name, plural, owner, files, pictures, documents } = entity;
  const people: Record<string, string> = {
    user: `const { id: userId, visitor } = await someone(worker);
  const { id } = await add${Name}(worker, userId);
  const row = \`/app/${plural}/\${id}\`;`,
    organisation: `const { id: userId, visitor } = await someone(worker);
  const { id: organisationId, slug } = await addOrganisation(worker, userId);
  const { id } = await add${Name}(worker, organisationId);
  const row = \`/app/o/\${slug}/${plural}/\${id}\`;`,
    nobody: `const visitor = await Visitor.signedIn(worker, { role: "admin" });
  const { id } = await add${Name}(worker, { ${entity.title.name}: \`AAA, the first in the list \${crypto.randomUUID()}\` });
  const row = \`/manager/${plural}/\${id}\`;`,
  };
  const made = people[owner ?? "nobody"] ?? "";
  const uses = [
    ...(documents.length > 0 ? ["documentAddresses"] : []),
    "keptObjects",
    ...(pictures.length > 0 ? ["pictureAddresses", "pictureFile"] : []),
    ...(documents.length > 0 ? ["textFile"] : []),
    "postFile",
  ].sort();
  const program = owner
    ? `const { text } = await addAccessToken(worker, userId, { name: "Program", scopes: ["read"] });
  const program = (await ApiCaller.of(worker)).with(text);`
    : 'const program = await ApiCaller.of(worker, { role: "admin" });';
  const api = owner === "organisation" ? `\`/organisations/\${organisationId}/${plural}\`` : `"/${plural}"`;
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
${HAS_API ? 'import { ApiCaller } from "#tests/support/api-caller.ts";\n' : ""}${HAS_API && owner ? 'import { addAccessToken } from "#tests/support/api-tokens.ts";\n' : ""}import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
${owner === "organisation" ? 'import { addOrganisation } from "#tests/support/organisations.ts";\n' : ""}import { ${uses.join(", ")} } from "#tests/support/upload-files.ts";
${owner ? 'import { someone } from "#tests/support/someone.ts";\n' : ""}${documents.length > 0 ? 'import { textsIn } from "#tests/support/texts.ts";\n' : ""}import { add${Name} } from "#tests/support/${plural}.ts";
import { ${owner ? "" : "Visitor, "}databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

/** A row with a file, and a visitor who may change it. */
async function rowWith(file: Uint8Array<ArrayBuffer>, page: string) {
  ${made}
  expect(await postFile(visitor, file, { path: \`\${row}/\${page}\`, name: "Été.txt" })).toRedirectTo(row);
  ${HAS_API ? `${program}\n  ` : ""}return { visitor, row, id${owner === "organisation" ? ", slug" : ""}${HAS_API ? `, program, api: ${api}` : ""} };
}

${[
  ...(pictures.length > 0 ? [picturesTest(entity)] : []),
  ...(documents.length > 0 ? [documentsTest(entity)] : []),
].join("\n\n")}

test.each([${files.map(({ kebab, type }) => `["${kebab}", ${type === "image" ? 'pictureFile("with-place.jpg")' : 'textFile("Agreed.")'}]`).join(", ")}] as const)("the %s is deleted once its row can't be restored", async (page, file) => {
  const before = await keptObjects(worker);
  const { visitor, row } = await rowWith(file, page);
  const sent = (await keptObjects(worker)).filter((key) => !before.includes(key));
  const left = async () => (await keptObjects(worker)).filter((key) => sent.includes(key));
  await visitor.post(row, {});
  for (const cron of [DAILY, EVERY_15_MINUTES]) await runCron(worker, cron, 29 * DAY);
  expect(await left()).toEqual(sent);
  for (const cron of [DAILY, EVERY_15_MINUTES]) await runCron(worker, cron, 31 * DAY);
  await expect.poll(left).toEqual([]);
});
`;
}

function picturesTest({ name, plural, owner, alsoManager, pictures }: EntityDefinition): string {
  const [first] = pictures;
  const list = owner === "organisation" ? `\`/app/o/\${slug}/${plural}\`` : `"/app/${plural}"`;
  const managers = `"/manager/${plural}"`;
  const others = {
    lists: alsoManager ? `, [admin, ${managers}]` : owner ? "" : `, [visitor, ${managers}]`,
    reader: alsoManager ? '\n  const admin = (await someone(worker, { role: "admin" })).visitor;' : "",
  };
  return `test.each([${pictures.map(({ kebab }) => `"${kebab}"`).join(", ")}])("the %s of ${name} is shown, in one round trip", async (page) => {
  const { visitor, row } = await rowWith(pictureFile("with-place.jpg"), page);
  const shown = await visitor.get(row);
  expect(databaseCost(shown).roundTrips).toBe(1);
  const [address = ""] = await pictureAddresses(shown);
  expect((await visitor.get(address)).status).toBe(200);
});

test("lists show the ${first?.label.toLowerCase()} of each row, and read no additional rows for it", async () => {
  const { visitor, row${owner === "organisation" ? ", slug" : ""} } = await rowWith(pictureFile("with-place.jpg"), "${first?.kebab}");${others.reader}
  const lists = [[visitor, ${list}]${others.lists}] as const;
  const costs = new Map<string, number>();
  for (const [reader, path] of lists) {
    const page = await reader.get(path);
    expect(databaseCost(page).roundTrips, path).toBe(1);
    expect(databaseCost(page).rowsRead, path).toBeLessThanOrEqual(60);
    costs.set(path, databaseCost(page).rowsRead);
    const [address = ""] = await pictureAddresses(page);
    expect((await visitor.get(address)).status, path).toBe(200);
  }
  await visitor.post(\`\${row}/${first?.kebab}\`, { intent: "remove-file" });
  for (const [reader, path] of lists) expect(databaseCost(await reader.get(path)).rowsRead, path).toBe(costs.get(path));
  expect(await pictureAddresses(await visitor.get(row))).toEqual([]);
});${
    HAS_API
      ? `

test("a program reads the addresses of the ${first?.label.toLowerCase()}, also in the list", async () => {
  const { visitor, id, program, api } = await rowWith(pictureFile("with-place.jpg"), "${first?.kebab}");
  const { ${first?.name} } = (await program.read(\`\${api}/\${id}\`)) as { ${first?.name}: { small: string; large: string } };
  expect(await program.read(api)).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ id, ${first?.name} })]) });
  for (const address of [${first?.name}.small, ${first?.name}.large]) {
    const picture = await visitor.get(new URL(address).pathname);
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
  }
});`
      : ""
  }`;
}

/**
 * The tests that users who may see a row get its document, and nobody else does, even with the same
 * permission for their own rows.
 */
function documentsTest({ name, plural, owner, isPublic, documents }: EntityDefinition): string {
  const [first] = documents;
  const read = `

test("a program reads the name, type and size of the ${first?.label.toLowerCase()}", async () => {
  const { id, program, api } = await rowWith(textFile("Agreed."), "${first?.kebab}");
  const ${first?.name} = { name: "Été.txt", type: "text/plain", bytes: 7 };
  expect(await program.read(\`\${api}/\${id}\`)).toMatchObject({ ${first?.name} });
});`;
  const refused = !owner
    ? `const readers = address.replace("/manager/", "/app/");
  expect((await (await Visitor.signedIn(worker)).get(readers)).status).toBe(200);
  expect((await new Visitor(worker).get(readers)).status).toBe(302);`
    : isPublic
      ? `const reader = (await someone(worker)).visitor;
  expect((await reader.get(address)).status).toBe(200);`
      : `const stranger = (await someone(worker)).visitor;
  const unknown = await stranger.get(\`${owner === "organisation" ? "/app/o/nowhere" : "/app"}/${plural}/\${crypto.randomUUID()}/\${page}/download\`);
  const foreign = await stranger.get(address);
  const answer = await foreign.text();
  expect([foreign.status, answer]).toEqual([404, await unknown.text()]);${owner === "user" ? '\n  expect(answer).toBe(textsIn("en")("code:NOT_FOUND"));' : ""}`;
  return `test.each([${documents.map(({ kebab }) => `"${kebab}"`).join(", ")}])("only users who see a row can download the %s of ${name}", async (page) => {
  const { visitor, row } = await rowWith(textFile("Agreed."), page);
  const shown = await visitor.get(row);
  expect(databaseCost(shown).roundTrips).toBe(1);
  const [address = ""] = await documentAddresses(shown);
  const sent = await visitor.get(address);
  expect(databaseCost(sent).roundTrips).toBe(1);
  expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
  expect(sent.headers.get("Content-Disposition")).toContain(\`filename*=UTF-8''\${encodeURIComponent("Été.txt")}\`);
  expect(await sent.text()).toBe("Agreed.");
  const rest = await visitor.get(address, { headers: { Range: "bytes=5-" } });
  expect([rest.status, await rest.text()]).toEqual([206, "d."]);
  ${refused}
});

test.each([${documents.map(({ kebab }) => `"${kebab}"`).join(", ")}])("an executable file is refused as the %s, and the earlier file stays", async (page) => {
  const { visitor, row } = await rowWith(textFile("Agreed."), page);
  const refused = await postFile(visitor, Uint8Array.of(0x4d, 0x5a, 0x90, 0), { path: \`\${row}/\${page}\` });
  expect(refused.status).toBe(400);
  await expect(refused).toShow(textsIn("en")("upload:errors.noDocument"));
  const [address = ""] = await documentAddresses(await visitor.get(row));
  expect(await (await visitor.get(address)).text()).toBe("Agreed.");
});${HAS_API ? read : ""}`;
}

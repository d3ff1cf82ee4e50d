import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { withKey } from "#tests/support/organisation-keys.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests an organisation's logo in the API's responses.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("a token and a key read the address of a logo, which costs nothing", async () => {
  const { id: userId, visitor } = await someone(worker);
  const { id, slug } = await addOrganisation(worker, userId);
  const caller = await ApiCaller.of(worker);
  const token = await addAccessToken(worker, userId, { name: "Program", scopes: ["read"] });
  const programs = [caller.with(token.text), (await withKey(caller, id)).program];
  const [path, logoPage] = [`/organisations/${id}`, `/app/o/${slug}/logo`];
  for (const program of programs) await program.read(path);
  const costOf = async (program: ApiCaller) => {
    const { roundTrips, rowsRead } = databaseCost(await program.call(path));
    return { roundTrips, rowsRead };
  };
  const bare = await Promise.all(programs.map(costOf));
  await postFile(visitor, pictureFile("plain.png"), { path: logoPage });
  expect(await Promise.all(programs.map(costOf))).toEqual(bare);

  for (const program of programs) {
    const { logo } = (await program.read(path)) as { logo: { large: string } };
    expect(logo.large).toContain(`${worker.url}/files/`);
    const picture = await fetch(logo.large, { headers: { Connection: "close" } });
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
    await picture.body?.cancel();
    expect(await program.read("/organisations")).toMatchObject({ items: [{ id, logo }] });
  }
  await visitor.post(logoPage, { intent: "remove-file" });
  for (const program of programs) expect(await program.read(path)).toMatchObject({ logo: null });
});

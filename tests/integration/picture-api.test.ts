import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { someone } from "#tests/support/someone.ts";
import { pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests a user's picture in the API's responses.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("a token reads the addresses of its owner's picture, in as many trips as without", async () => {
  const { id, visitor } = await someone(worker);
  const { text } = await addAccessToken(worker, id, { name: "Program", scopes: ["read", "write"] });
  const program = (await ApiCaller.of(worker)).with(text);
  const { picture, ...rest } = await program.read("/me");
  expect(picture).toBeNull();
  const bare = databaseCost(await program.call("/me"));
  await postFile(visitor, pictureFile("plain.png"), { path: "/account/picture" });

  const response = await program.call("/me");
  const { roundTrips, queries } = databaseCost(response);
  expect({ roundTrips, queries }).toEqual({ roundTrips: bare.roundTrips, queries: bare.queries });
  const me = (await response.json()) as { picture: { small: string; large: string } };
  expect(me).toEqual({ ...rest, picture: { small: expect.any(String), large: expect.any(String) } });
  for (const address of Object.values(me.picture)) {
    expect(address).toContain(`${worker.url}/files/`);
    const answer = await fetch(address, { headers: { Connection: "close" } });
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    await answer.body?.cancel();
  }
  const renamed = await program.call("/me", { method: "PATCH", json: { name: "Wanjiru" } });
  expect(await renamed.json()).toMatchObject({ name: "Wanjiru", picture: me.picture });

  await visitor.post("/account/picture", { intent: "remove-file" });
  expect(await program.read("/me")).toMatchObject({ picture: null });
});

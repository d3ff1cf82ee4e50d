import { afterAll, beforeAll, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { isOwn, readApiDocument } from "#tests/support/api-document.ts";
import { filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
});
afterAll(() => worker.stop());

test("each operation on somebody else's row responds as for a missing row, and costs the same", async () => {
  const api = await readApiDocument(worker);
  const owner = await ApiCaller.of(worker, {}, ["read", "write"]);
  for (const operation of api.operations.filter((one) => isOwn(one) && one.path.includes("{id}"))) {
    const stranger = await ApiCaller.of(worker, {}, ["read", "write"]);
    const path = await filledPath(operation, api.operations, owner);
    const [, id = ""] = /([\da-f-]{36})/.exec(path) ?? [];
    const json = await validBody(operation, worker);
    await expectUnknown(storage, operation.operationId, id, (named) =>
      stranger.call(pathOf(operation).replace("{id}", named), {
        method: operation.method.toUpperCase(),
        ...(json && { json }),
      }),
    );
  }
});

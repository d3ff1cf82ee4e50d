import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { findViewerContext, sessionTokenContext, type Viewer } from "#app/context.ts";
import { requirePermissionInParallel } from "./guards.ts";

const url = new URL("https://deckle.test/manager/users");
const guard = requirePermissionInParallel("user:list");

/** Somebody whom the guard sends to another page. */
const REFUSED = { onboardedAt: null } as Viewer;

/** Sends a request to the guard. `found` ends its search for the session. */
function send(method: "GET" | "POST") {
  let found = (_: Viewer) => {};
  const viewer = new Promise<Viewer>((resolve) => {
    found = resolve;
  });
  const context = new RouterContextProvider();
  context.set(sessionTokenContext, "a token");
  context.set(findViewerContext, () => viewer);
  let begun = false;
  const next = async () => {
    begun = true;
    return new Response();
  };
  const answer = guard({ request: new Request(url, { method }), url, context } as never, next);
  return { answer, found, hasBegun: () => begun };
}

// No request shows this: every action that writes waits for the viewer itself, whom the audit log names.
test("what writes begins after the check, what reads beside it, and neither answers who is refused", async () => {
  const [read, written] = [send("GET"), send("POST")];
  expect(read.hasBegun()).toBe(true);
  for (const { answer, found } of [read, written]) {
    found(REFUSED);
    await expect(answer).rejects.toMatchObject({ status: 302 });
  }
  expect(written.hasBegun()).toBe(false);
});

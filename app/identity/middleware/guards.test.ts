import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import {
  findViewerContext,
  recentRoleContext,
  repeatChecksContext,
  sessionTokenContext,
  type Viewer,
} from "#app/context.ts";
import type { Role } from "#app/permissions.ts";
import { requirePermissionInParallel } from "./guards.ts";

const url = new URL("https://deckle.test/manager/users");
const guard = requirePermissionInParallel("user:list");

/** A signed-in user whom the guard redirects to another page. */
const REFUSED = { onboardedAt: null } as Viewer;

/**
 * Sends a request to the guard. Calling `found` ends the guard's search for the session. The session recently had the
 * given role.
 */
function send(method: "GET" | "POST", recentRole: Role = "admin") {
  let found = (_: Viewer) => {};
  const viewer = new Promise<Viewer>((resolve) => {
    found = resolve;
  });
  const context = new RouterContextProvider();
  context.set(repeatChecksContext, async () => {});
  context.set(sessionTokenContext, "a token");
  context.set(recentRoleContext, recentRole);
  context.set(findViewerContext, () => viewer);
  let begun = false;
  const next = async () => {
    begun = true;
    return new Response();
  };
  const answer = guard({ request: new Request(url, { method }), url, context } as never, next);
  return { answer, found, hasBegun: () => begun };
}

// No other test covers this, because every action that writes waits for the viewer, whom the audit log names.
test("a write starts after the check, a read by somebody who was recently admitted starts at the same time, and the check can refuse both", async () => {
  const [read, written, unlikely] = [send("GET"), send("POST"), send("GET", "user")];
  expect(read.hasBegun()).toBe(true);
  for (const { answer, found } of [read, written, unlikely]) {
    found(REFUSED);
    await expect(answer).rejects.toMatchObject({ status: 302 });
  }
  expect(written.hasBegun()).toBe(false);
  expect(unlikely.hasBegun()).toBe(false);
});

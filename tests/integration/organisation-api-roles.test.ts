import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORGANISATION_ENTITIES, ORGANISATION_NAMES } from "#app/owned-entities.ts";
import {
  canIn,
  ORGANISATION_ROLES,
  type OrganisationPermission,
} from "#app/slices/organisation/organisation-roles.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { program } from "#tests/support/organisation-programs.ts";
import { unrefused } from "#tests/support/organisation-rules.ts";
import { addMember } from "#tests/support/organisations.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests every operation on an organisation with each of its roles. organisation-role-matrix.test.ts tests
// pages and forms.

let worker: TestWorker;
let operations: DescribedOperation[];
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  ({ operations } = await readApiDocument(worker));
});
afterAll(() => worker.stop());

/**
 * The permission that an operation on the organisation itself requires, by operation id; null if every member
 * may use it.
 */
const TAKES: Record<string, OrganisationPermission | null> = {
  readOrganisation: null,
  listMembers: null,
  updateMember: "member:update",
  removeMember: "member:remove",
  listInvitations: "member:invite",
  createInvitation: "member:invite",
  resendInvitation: "member:invite",
  cancelInvitation: "invitation:cancel",
};

/**
 * Finds the permission that an operation requires. To change an organisation's rows, a role needs the
 * permission to write them. To read them, it needs none: null.
 */
function takes({ operationId, method, path }: DescribedOperation): OrganisationPermission | null | undefined {
  if (operationId in TAKES) return TAKES[operationId];
  const entity = ORGANISATION_NAMES.find((name) => path.includes(`/{id}/${ORGANISATION_ENTITIES[name]}`));
  if (!entity) return undefined;
  return method === "get" ? null : `${entity}:write`;
}

/** Reads all tables but the one that records each use of a token. */
const contents = () => unrefused(worker, ["access_tokens"]);

describe.each(ORGANISATION_ROLES)("as %s", (role) => {
  test("every operation is allowed exactly if the role has its permission", async () => {
    const ofOne = operations.filter((operation) => pathOf(operation).startsWith("/organisations/{id}"));
    expect(ofOne.length).toBeGreaterThanOrEqual(Object.keys(TAKES).length);
    const owner = await program(worker);
    for (const operation of ofOne) {
      const what = operation.operationId;
      const need = takes(operation);
      expect(need, `TAKES lacks ${what}`).toBeDefined();
      const isAllowed = need === null || (need !== undefined && canIn(role, need));
      const path = await filledPath(operation, operations, owner);
      const [, organisationId = ""] = /^\/organisations\/([\w-]+)/.exec(path) ?? [];
      const caller = await program(worker);
      await addMember(worker, { organisationId, userId: caller.owner.id, role });
      const json = await validBody(operation, worker);
      const before = await contents();
      const response = await caller.call(path, {
        method: operation.method.toUpperCase(),
        ...(json && { json }),
      });
      if (isAllowed) {
        expect(response.ok, what).toBe(true);
      } else {
        expect(response.status, what).toBe(403);
        expect(await codeOf(response), what).not.toBeNull();
        expect(await contents(), what).toEqual(before);
      }
    }
  });
});

import { expect, test } from "vitest";
import { can, DEFAULT_ROLE, ROLES, rolesOf, rolesThat } from "./permissions.ts";

test("a new role is an entry in the table: what it may do, and that it can be chosen, follow", () => {
  const roles = rolesOf({
    user: ["apps:app"],
    auditor: ["apps:app", "apps:manager", "audit:list"],
    admin: ["apps:app", "apps:manager", "audit:list", "user:set-role"],
  });
  expect(roles.ROLES).toEqual(["user", "auditor", "admin"]);
  expect(roles.can("auditor", "audit:list")).toBe(true);
  expect(roles.can("auditor", "user:set-role")).toBe(false);
  expect(roles.rolesThat("apps:manager")).toEqual(["auditor", "admin"]);
  expect(roles.isRole("auditor")).toBe(true);
});

test.each(["pirate", "toString", "__proto__", ""])("the unknown role %j may do nothing", (role) => {
  const roles = rolesOf<string>({ user: ["apps:app"] });
  expect(roles.isRole(role)).toBe(false);
  expect(roles.can(role, "apps:app")).toBe(false);
});

test("someone who signs up may not manage anything, and somebody may set roles", () => {
  expect(can(DEFAULT_ROLE, "apps:manager")).toBe(false);
  expect(ROLES).toContain(DEFAULT_ROLE);
  expect(rolesThat("user:set-role")).not.toEqual([]);
});

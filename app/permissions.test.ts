import { expect, test } from "vitest";
import { can, DEFAULT_ROLE, ROLES, rolesOf, rolesThat } from "./permissions.ts";

test("a new role needs only its entry in the table: its permissions and its place among the choices follow", () => {
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

test("a new user may manage nothing, and at least one role may set roles", () => {
  expect(can(DEFAULT_ROLE, "apps:manager")).toBe(false);
  expect(ROLES).toContain(DEFAULT_ROLE);
  expect(rolesThat("user:set-role")).not.toEqual([]);
});

import { expect } from "vitest";
import { can, type Permission } from "#app/permissions.ts";
import type { FormRule, PlacedRule } from "./access.ts";
import type { Actor } from "./actor.ts";

/** The response that a request should get. */
export type Answer = "let in" | "to sign in" | "to onboarding" | "home" | "forbidden";

/** The permissions that a route requires, including the permission of its area. */
function permissionsOf({ path, who }: PlacedRule): Permission[] {
  const area = (["app", "manager"] as const).find((area) => `${path}/`.startsWith(`/${area}/`));
  return [...(area ? [`apps:${area}` as const] : []), ...(who.includes(":") ? [who as Permission] : [])];
}

/**
 * The response that a rule promises to an actor who reads a page or sends a form.
 * @param needs what the form also requires
 */
export function answerTo(actor: Actor, rule: PlacedRule, needs?: FormRule["needs"]): Answer {
  const { role, onboarded, impersonates } = actor;
  if (rule.who === "everyone") return "let in";
  if (rule.who === "visitors") return role ? "home" : "let in";
  if (!role) return "to sign in";
  const permissions = permissionsOf(rule);
  if (permissions.length > 0 && !onboarded) return "to onboarding";
  if (needs === "own account") return impersonates ? "forbidden" : forbid(role, permissions);
  return forbid(role, [...permissions, ...(needs ? [needs] : [])]);
}

const forbid = (role: NonNullable<Actor["role"]>, permissions: Permission[]): Answer =>
  permissions.every((permission) => can(role, permission)) ? "let in" : "forbidden";

const LOCATIONS: Partial<Record<Answer, string>> = {
  "to sign in": "/login",
  "to onboarding": "/onboarding?redirect=",
};

export interface Expected {
  actor: Actor;
  answer: Answer;
  /** The statuses for actors who are admitted. */
  letIn: number | number[];
  /**
   * Whether the actor may see the secrets of rows without a permission to read these rows: it is their own
   * row, or the route shows rows to everybody.
   */
  maySee?: boolean;
}

/** Checks the response to a request, and that it shows nothing to an actor who may not see it. @returns its body */
export async function expectAnswer(
  response: Response,
  { actor, answer, letIn, maySee = false }: Expected,
): Promise<string> {
  const body = await response.text();
  const isData = response.headers.get("Content-Type")?.startsWith("text/x-script") ?? false;
  const what = `${response.url}, ${actor.name}: ${answer}`;
  if (answer === "let in") expect([letIn].flat(), what).toContain(response.status);
  else if (answer === "forbidden") {
    expect(response.status, what).toBe(403);
    const code = response.headers.get("X-Error-Code");
    expect(actor.inDemo && code === "DEMO_READ_ONLY" ? "ACCESS_DENIED" : code, what).toMatch(FORBIDDEN);
  } else {
    expect(response.status, what).toBe(isData ? 202 : 302);
    // Without a cookie, a refusal costs no query, because the loaders that run in parallel with the guard do not run.
    if (actor.name === "a visitor") {
      expect(response.headers.get("Server-Timing"), what).toContain('db-queries;desc="0"');
    }
    const path = LOCATIONS[answer] ?? (actor.role === "admin" ? "/manager" : "/app");
    if (isData) expect(body, what).toContain(`"${path}`);
    else expect(response.headers.get("Location")?.startsWith(path), what).toBe(true);
  }
  // A developer's machine shows every email to anyone.
  if (new URL(response.url).pathname.startsWith("/dev/")) return body;
  for (const [secret, entity] of body.matchAll(/unmistakable-(\w+)-/g)) {
    const { role, onboarded } = actor;
    const mayRead = role !== null && (maySee || can(role, `${entity}:read` as Permission));
    const seen = answer === "let in" && onboarded && mayRead;
    if (!seen) throw new Error(`${what}, but it shows ${secret}`);
  }
  return body;
}

const FORBIDDEN = /^(ACCESS_DENIED|NOT_WHILE_IMPERSONATING|YOU_ARE_NOT_ALLOWED_TO_\w+)$/;

import { globSync } from "node:fs";
import path from "node:path";
import type { Permission } from "#app/permissions.ts";
import type { TestWorker } from "./worker.ts";

/**
 * Who may open a route. All others are redirected to a page that they may open, or refused. The API ignores
 * sessions, so its own tests say who may call which operation.
 */
type Who = "programs" | "everyone" | "visitors" | "signed-in" | Permission;

/** The rows to which the requests of a rule refer. */
export type Target = Record<string, string>;

/** A form that a route accepts: a row of the access matrix. */
export interface FormRule {
  /** The intent of the form, if the route accepts several forms. */
  intent?: string;
  /** Valid fields, in addition to the intent. */
  fields?: (target: Target) => Record<string, string>;
  /**
   * What the form also requires: a permission, or that the sender does not impersonate the account's owner.
   */
  needs?: Permission | "own account";
  /**
   * What the form requires in the organisation, as in `RouteRule`. Every form of an organisation's page must
   * state this.
   */
  memberNeeds?: string;
  /**
   * Whether the form requires a recent proof of the sender's identity
   * (identity/proof/recent-proof.server.ts).
   */
  proof?: true;
  /** The status of the response if a permitted actor sends the valid form; 302 by default. */
  answer?: number;
  /**
   * Whether the response is a file. A data request is redirected to the page instead, and nothing is written.
   */
  download?: true;
  /** False if the form writes nothing to the audit log. */
  audited?: false;
  /** False if the action does not read the body, and so accepts any type of body. */
  readsBody?: false;
  /** Whether a form that is sent again has its effect again, because its first email may have failed. */
  isDoneAnew?: true;
  /** Whether the read-only demo accepts the form. */
  inDemo?: true;
  /** Prepares the state that the form requires. */
  prepare?: (worker: TestWorker, target: Target) => Promise<unknown>;
}

/** The form of a download that is written to the audit log. The URL determines which rows the file has. */
export const EXPORT: readonly FormRule[] = [{ answer: 200, download: true, readsBody: false, inDemo: true }];

/** Who may do what at a route. */
interface RouteRule {
  who: Who;
  /** What reading also requires: that the reader does not impersonate the account's owner. */
  needs?: "own account";
  /** The status of a page for a permitted actor; 200 by default. */
  answer?: number | ((person: { onboarded: boolean }) => number);
  /** The search parameters of every request. */
  query?: (target: Target) => Record<string, string>;
  /** Whether the page contains the target's secret for a permitted actor. */
  shows?: true;
  /**
   * Whether the path has the id of an owned row. Everybody except the owner, even an administrator, gets the
   * responses for a missing row. With `everybodys`, this applies to forms only.
   */
  owned?: true;
  /** Whether such a row stays when its owner's account is deleted, because others own the row, too. */
  outlives?: true;
  /**
   * The permission of actors who may know that such a row exists, but may not see it. They are refused with
   * an error code that gives the reason.
   */
  knownTo?: Permission;
  /**
   * For a page of an organisation: the permission in the organisation that the page requires, or the lowest
   * role. Every such page must state this.
   */
  memberNeeds?: string;
  /** Whether the page shows owned rows to anyone who may open it. */
  everybodys?: true;
  /** The forms that the route accepts. Every route with an action must have this. */
  forms?: readonly FormRule[];
  /**
   * The files that declare the intents of the route's forms. Every intent in these files must have a form in
   * `forms`.
   */
  intentsIn?: readonly string[];
}

/** The rules of one area or entity: a file in tests/access/. */
export interface AccessRules {
  /**
   * Adds the rows that the requests are about. `id` and the other values fill in the parameters of the path.
   * `secret` is "unmistakable-<entity>-...". It may appear only on pages for people with the permission
   * "<entity>:read". The secret of an owned row may appear only on its owner's pages, and on pages with
   * `everybodys`.
   * @param ownerId the owner of an owned row; by default, a new user
   */
  makeTarget: (
    worker: TestWorker,
    number: number,
    ownerId?: string | null,
  ) => Promise<Target & { secret: string }>;
  /** The rule of each route, by its path in app/routes.ts with a leading slash. */
  routes: Record<string, RouteRule>;
}

/** A rule with its path, and the function that makes its target. */
export interface PlacedRule extends RouteRule {
  path: string;
  makeTarget: AccessRules["makeTarget"];
}

/** The rules of all routes except those for programs. */
export const readAccessRules = async (): Promise<PlacedRule[]> =>
  (await readAllAccessRules()).filter(({ who }) => who !== "programs");

/** Every rule of tests/access/. @throws {Error} if there are two rules for the same path */
export async function readAllAccessRules(): Promise<PlacedRule[]> {
  const rules: PlacedRule[] = [];
  for (const file of globSync("tests/access/*.ts").sort()) {
    const { default: own } = (await import(path.resolve(file))) as { default: AccessRules };
    for (const [path, rule] of Object.entries(own.routes)) {
      if (rules.some((other) => other.path === path)) throw new Error(`Two rules for ${path}`);
      rules.push({ ...rule, path, makeTarget: own.makeTarget });
    }
  }
  return rules;
}

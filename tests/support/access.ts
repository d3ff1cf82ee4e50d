import { globSync } from "node:fs";
import path from "node:path";
import type { Permission } from "#app/permissions.ts";
import type { TestWorker } from "./worker.ts";

/**
 * Who may open a route. All others are redirected to a page that they may open, or refused. The API ignores sessions.
 * The tests of the API say who may call which operation.
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
  /** What it also requires: a permission, or not to impersonate the account's owner. */
  needs?: Permission | "own account";
  /** What it requires in the organisation, as in `RouteRule`. Its forms need this. */
  memberNeeds?: string;
  /** Whether it requires a recent proof of its sender's identity (identity/proof/recent-proof.server.ts). */
  proof?: true;
  /** The status if a permitted actor sends the valid form; 302 by default. */
  answer?: number;
  /** Whether the response is a file. A data request gets a redirect to its page instead, and nothing is written. */
  download?: true;
  /** Whether it writes to the audit log, as it does by default. */
  audited?: false;
  /** Whether its action reads the body, as it does by default. If not, it accepts any type of body. */
  readsBody?: false;
  /** Whether the form has its effect again if it is sent again, because its first email may have failed. */
  isDoneAnew?: true;
  /** Whether the read-only demo accepts it. */
  inDemo?: true;
  /** Prepares the state that the form requires. */
  prepare?: (worker: TestWorker, target: Target) => Promise<unknown>;
}

/** A download that is written to the audit log. Its URL determines the rows in it. */
export const EXPORT: readonly FormRule[] = [{ answer: 200, download: true, readsBody: false, inDemo: true }];

/** Who may do what at a route. */
interface RouteRule {
  who: Who;
  /** What reading also requires: not to impersonate the account's owner. */
  needs?: "own account";
  /** The status of a page for a permitted actor; 200 by default. */
  answer?: number | ((person: { onboarded: boolean }) => number);
  /** The search parameters of every request. */
  query?: (target: Target) => Record<string, string>;
  /** Whether the page contains the target's secret for a permitted actor. */
  shows?: true;
  /**
   * Whether its path has the id of an owned row. For everybody else, administrators included, such a row does not
   * exist; with `everybodys`, only for their forms.
   */
  owned?: true;
  /** Whether such a row stays when an account is deleted, because others own it, too. */
  outlives?: true;
  /**
   * Who may know that such a row exists but not see it. These actors are refused with an error code that gives the
   * reason.
   */
  knownTo?: Permission;
  /**
   * For the page of an organisation: the permission that it requires there, or the lowest role. All such pages must
   * state this.
   */
  memberNeeds?: string;
  /** Whether it shows owned rows to anyone who may open it. */
  everybodys?: true;
  /** Every route with an action must have this. */
  forms?: readonly FormRule[];
  /** The files with the intents of its forms. Every intent in them must have a form. */
  intentsIn?: readonly string[];
}

/** The rules of one area or entity: a file in tests/access/. */
export interface AccessRules {
  /**
   * Adds the rows that the requests are about: `id` fills in the path, as does every other name in it. `secret` is
   * "unmistakable-<entity>-..." and appears on pages for people who may "<entity>:read" only; that of an owned row on
   * its owner's pages, and on those of `everybodys`.
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

/** The rules of the routes for people. */
export const readAccessRules = async (): Promise<PlacedRule[]> =>
  (await readAllAccessRules()).filter(({ who }) => who !== "programs");

/** Every rule of tests/access/. @throws {Error} if two files have one for the same path */
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

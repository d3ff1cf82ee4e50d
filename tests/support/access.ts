import { globSync } from "node:fs";
import path from "node:path";
import type { Permission } from "#app/permissions.ts";
import type { TestWorker } from "./worker.ts";

/**
 * Who may open a route. Anybody else is sent to where they may be, or refused. Where programs call, no session counts: the
 * tests of the API say who may call which operation.
 */
type Who = "programs" | "everyone" | "visitors" | "signed-in" | Permission;

/** What the requests of a rule are about. */
export type Target = Record<string, string>;

/** A form that a route accepts: a row of the access matrix. */
export interface FormRule {
  /** The intent that it names, if the route accepts several forms. */
  intent?: string;
  /** Valid fields, beside the intent. */
  fields?: (target: Target) => Record<string, string>;
  /** What it takes beyond being let in: a permission, or not to impersonate the account's owner. */
  needs?: Permission | "own account";
  /** What it takes in the organisation, as in `RouteRule`. Required of its forms. */
  memberNeeds?: string;
  /** Whether it takes a recent proof of who sends it (identity/proof/recent-proof.server.ts). */
  proof?: true;
  /** The status of the answer to the valid form of someone who may send it; 302 if left out. */
  answer?: number;
  /** Whether the answer is a file. Asked for as data, a redirect to its page comes instead, and nothing is written. */
  download?: true;
  /** Whether it writes to the audit log; it does if left out. */
  audited?: false;
  /** Whether its action reads the body. If it doesn't, no type of body is wrong. It does if left out. */
  readsBody?: false;
  /** Whether it is there to be sent again: it does once more what an earlier one has done, as its email may not have gone. */
  isDoneAnew?: true;
  /** Whether the read-only demo accepts it. */
  inDemo?: true;
  /** Brings the target into the state that the form is for. */
  prepare?: (worker: TestWorker, target: Target) => Promise<unknown>;
}

/** A download that is written to the audit log. What it is of, is in its URL. */
export const EXPORT: readonly FormRule[] = [{ answer: 200, download: true, readsBody: false, inDemo: true }];

/** Who may do what at a route. */
interface RouteRule {
  who: Who;
  /** What reading takes beyond being let in. */
  needs?: "own account";
  /** The status of a page for someone who may see it; 200 if left out. */
  answer?: number | ((person: { onboarded: boolean }) => number);
  /** The search parameters of every request. */
  query?: (target: Target) => Record<string, string>;
  /** Whether the page, seen by someone who may, contains the target's secret. */
  shows?: true;
  /**
   * Whether its path has the id of a row that belongs to somebody. To everybody else, an administrator included, such a row is one that
   * is not there; with `everybodys`, to their forms only.
   */
  owned?: true;
  /** Whether such a row stays when an account is deleted, as others own it, too. */
  outlives?: true;
  /** Who may know of such a row without seeing it: they are refused, with a code that says why. */
  knownTo?: Permission;
  /** What the page of an organisation takes there: a permission, or a role or one above it. Required of such pages. */
  memberNeeds?: string;
  /** Whether it shows rows that belong to somebody to anyone who may open it. */
  everybodys?: true;
  /** Required of every route that has an action. */
  forms?: readonly FormRule[];
  /** The files that name the intents of its forms. Every intent there must have a form. */
  intentsIn?: readonly string[];
}

/** The rules of one area or entity: a file in tests/access/. */
export interface AccessRules {
  /**
   * Adds what the requests are about: `id` fills in the path, and so does every other name in it. `secret` is
   * "unmistakable-<entity>-..." and appears on pages for people who may "<entity>:read" only; what is owned, on its owner's, and on those of `everybodys`.
   * @param ownerId whose it is, if it is owned; if left out, that of a new user
   */
  makeTarget: (
    worker: TestWorker,
    number: number,
    ownerId?: string | null,
  ) => Promise<Target & { secret: string }>;
  /** By the path in app/routes.ts, with a leading slash. */
  routes: Record<string, RouteRule>;
}

/** A rule with its path, and how to make what it is about. */
export interface PlacedRule extends RouteRule {
  path: string;
  makeTarget: AccessRules["makeTarget"];
}

/** The rules of the routes that people open. */
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

import type { SQL, SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import type { Platform, TenantKey, Viewer } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Email, MailStop } from "#app/core/email/email.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { KnownUser } from "#app/identity/device/known-device.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import type { PersonalTable } from "#app/identity/hooks/personal-table.ts";
import type { OpenNotice } from "#app/identity/notice/open-notice.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";
import type {
  AccountForm,
  AccountOfReader,
  PagePart,
  PartAction,
  UserForm,
  UserInManager,
} from "./page-part.ts";
import type { AppPart, PasskeyPart } from "./proof-parts.ts";

type Context = Readonly<RouterContextProvider>;
/** A statement of a batch. */
type Statement = BatchItem<"sqlite"> & SQLWrapper;

/**
 * Where a slice takes part in what identity does (docs/architecture.md, Hooks). A slice fills those that it needs, in its
 * `hooks.server.ts`; `app/slices.server.ts` lists them. With none filled the product runs.
 */
export interface IdentityHooks {
  /** What this deployment allows at sign-in; null if the slice has no say in it. */
  signInPolicy?: (settings: Pick<Settings, "DEMO">) => SignInPolicy | null;
  /** Where `/` leads visitors, instead of to the sign-in page; null if the slice has no say in it. */
  visitorsHome?: (context: Context) => string | null;
  /** What trying a code takes besides the limits, and whether a code is shown in place of being mailed. */
  loginCode?: LoginCodeHook;
  /** A sign-in that needs more than its first step. One slice may fill it. */
  signInStep?: SignInStep;
  /** Another way for somebody to prove who they are than a code by mail. */
  factor?: FactorHook;
  /** Another way to sign in than a code by mail, which its owner can remove. */
  wayIn?: WayInHook;
  /** What else ends, besides the sessions, when an account changes hands. */
  endAccess?: (db: Database, ending: Ending) => readonly Statement[];
  /** The slice's tables with rows about people. */
  personal?: readonly PersonalTable[];
  /** The picture of a user. One slice may fill it. */
  picture?: {
    /** A query for its id; null if they have none. */
    idOf: (userId: SQLWrapper) => SQL<string | null>;
    /** Where it is; null where no files are kept. */
    placeOf: (context: Context, id: string) => Promise<PersonPicture | null>;
  };
  /** Statements that delete what a slice keeps of rows, once these are gone for good. @param ids a query for their ids */
  goesWithRows?: (db: Database, ids: SQLWrapper) => readonly Statement[];
  /** A part of the reader's own account page. Their id is a subquery, which asks for the owner of the session. */
  account?: PagePart<SQL<string>, AccountOfReader, AccountForm>;
  /** A part of a user's page in the manager. What a form takes besides its rules is checked before it runs. */
  user?: Omit<PagePart<string, UserInManager, UserForm>, "actions"> & {
    actions?: readonly (PartAction<UserForm> & { permission: Permission; recentProof: boolean })[];
  };
  /** Finds why a mail must not be sent to its address for now; null if it may be. */
  mailStop?: (db: Database, email: Email, settings: Settings, now: number) => Promise<MailStop | null>;
  /** Finds who acts other than in a session: a subquery for the id of a user; null if they act in a session. */
  actsAs?: (db: Database, actor: Actor) => SQL | null;
  /**
   * Finds the key of a tenant by the SHA-256 of its text; null if there is none, or it has ended. One query, which every call of the API
   * sends beside that for access tokens.
   */
  tenantKey?: (
    db: Database,
    tokenHash: string,
    platform: Pick<Platform, "now" | "inBackground">,
  ) => Promise<TenantKey | null>;
}

/** What a deployment allows at sign-in. */
export interface SignInPolicy {
  /** The email addresses of the accounts that the sign-in page offers. */
  offeredAccounts: readonly string[];
  /** Whether a visitor may request a code for this address. */
  admits(email: string): boolean;
  /**
   * Whether everyone shares the account with this address. Its codes are shown instead of mailed, limits per address do
   * not apply, and a new code doesn't replace the previous one: one visitor must not lock out the others.
   */
  isShared(email: string): boolean;
  /** Whether identity providers may be offered. They create and link accounts. */
  allowsProviders: boolean;
  /** Whether passkeys may be offered. Nobody has one for an account that everyone shares. */
  allowsPasskeys: boolean;
}

/** Why a captcha was not accepted. */
export type CaptchaRefusal =
  | "MISSING_RESPONSE"
  | "VERIFICATION_FAILED"
  | "SERVICE_UNAVAILABLE"
  | "UNKNOWN_ERROR";

interface LoginCodeHook {
  /** Refuses a visitor's try of a code, or returns null. `captcha`: the token that came with it, or empty. */
  refuseTry?: (
    context: Context,
    request: Request,
    tried: { email: string; captcha: string },
  ) => Promise<CaptchaRefusal | null>;
  /** Whether the page of the code shows the field for that token (app/routes/verify-parts.ts). */
  asksMore?: (context: Context, request: Request, email: string) => Promise<boolean>;
  /** The cookie that shows the code of a shared account in place of a mail. */
  showCode?: (context: Context, shown: { email: string; code: string }) => Promise<string>;
  /** The code that this cookie shows; null if there is none for the address. */
  shownCode?: (context: Context, request: Request, email: string) => Promise<string | null>;
}

/** A way of signing in. A passkey is both steps: something that one has, and what unlocks it. */
export type FirstStep = "mail" | "provider" | "passkey";

/** The browser in which someone signs in, and who has signed in there before. */
export interface SigningBrowser {
  deviceId: string | null;
  knownUsers: KnownUser[];
}

interface SignInStep {
  /** The condition for a user whose sign-in needs the step. It is part of the batch that creates the session. */
  isNeeded: (db: Database, first: FirstStep) => SQL;
  /** A statement that keeps a sign-in until the step, in place of the session. It has the session's id, and returns it. */
  begin: (
    db: Database,
    session: { id: string; createdAt: number },
    browser: SigningBrowser,
    whose: SQL | undefined,
  ) => BatchItem<"sqlite"> & { _: { result: { id: string }[] } };
  /** Where the step is taken, and the cookie that brings it there. @param returnTo a path on this site */
  lead: (
    context: Context,
    pendingId: string,
    returnTo: string | null,
  ) => Promise<{ to: string; cookie: string }>;
  /** Until when somebody who may enter the manager can do so without one; null if they have one, or need none. */
  due: (context: Context, viewer: Promise<Viewer>) => Promise<number | null>;
  /** Whether somebody who may enter the manager needs one by now and has none. @param userId if their session does not say it */
  isLacking: (context: Context, viewer: Promise<Viewer>, userId?: string) => Promise<boolean>;
  /** The path where it is set up. */
  setUp: string;
  /**
   * For a notice that tells of it, or of a change of address of an account that has had it: whether the notice's link would
   * switch it off, whether it is off, or whether it stays.
   */
  undoneBy: (db: Database, open: OpenNotice) => Promise<"undone" | "off" | "stays" | null>;
}

/** What someone can have beside their mailbox to prove who they are. */
export type Factor = "second-step" | "passkey";

/** Who proves who they are, and the session in which they do. */
export interface Prover {
  userId: string;
  email: string;
  sessionId: string;
}

/** A proof that was rejected: why, and whether the reader has to wait before they try again. */
export interface RejectedProof {
  error: string;
  isLimited: boolean;
}

/** What the step that asks for a proof shows of a factor, and what it says where nothing but factors will do. */
export type FactorPart =
  | { asks: "app"; help: string; part: AppPart }
  | { asks: "passkey"; help: string; part: PasskeyPart };

interface FactorHook {
  kind: Factor;
  /** The part of the step that asks for it. */
  asks: FactorPart["asks"];
  /** The condition for a user who has it. @param userId whose; a column of the query, or an id */
  isHeld: (db: Database, userId: string | SQLiteColumn) => SQL;
  /** Whether it can be used here. */
  isOffered: (settings: Settings) => boolean;
  /** What the step shows; null if the reader has none. @param error why the last one was rejected */
  part: (context: Context, prover: Prover, error: string | null) => Promise<FactorPart | null>;
  /** Records in the session that its owner has just proven who they are. @returns null if what was sent was right */
  prove: (context: Context, prover: Prover, sent: unknown, request: Request) => Promise<RejectedProof | null>;
}

/** A way in that its user is about to remove. */
export type WayIn = { kind: "provider"; provider: string } | { kind: "passkey"; id: string };

interface WayInHook {
  /** The condition that a user has such a way in which works here, other than the one they remove. */
  remains: (db: Database, settings: Settings, userId: string, removed: WayIn) => SQL | undefined;
  /** Whose accounts they are, if they are accounts elsewhere: display names. */
  labels?: readonly string[];
}

/** Why the access to an account ends, and for whom. The statements go into the batch that decides it. */
export type Ending =
  /** Their address is another one: what acts for them ends. `where`: the condition under which it does. */
  | { why: "email-changed"; userId: string | SQL; where: SQL | undefined; actor: Actor }
  /** An administrator gave them another address: every other way into the account ends. */
  | { why: "email-set"; userId: string | SQL; where: SQL | undefined; actor: Actor }
  /** Somebody locked a stranger out with the link of a notice, which says what the stranger may have done. */
  | { why: "locked-out"; userId: string; where: SQL; actor: Actor; open: OpenNotice }
  /** An administrator took from them what they have lost: every factor, and what acts for them. */
  | { why: "factors-reset"; userId: string; where: SQL | undefined; actor: Actor }
  /** As the last part of a lock-out, the earlier address was given back: what was set up for the other one ends. */
  | { why: "email-restored"; userId: string; email: string; since: number; where: SQL; actor: Actor };

let filled: readonly IdentityHooks[] | null = null;

/** Fills the hooks, once, when the program starts. */
export function fillHooks(hooks: readonly IdentityHooks[]): void {
  filled = hooks;
}

/**
 * What the slices do at a hook, in their order.
 * @throws {Error} before the hooks are filled: a forgotten second step would be worse
 */
export function hooked<Name extends keyof IdentityHooks>(name: Name): NonNullable<IdentityHooks[Name]>[] {
  if (!filled) throw new Error("fillHooks() of app/slices.server.ts comes first");
  return filled.map((hooks) => hooks[name]).filter((hook) => hook !== undefined);
}

import type { SQL, SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import type { Platform, TenantKey, Viewer } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Email, EmailStop } from "#app/core/email/email.ts";
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
 * The points where a slice takes part in identity's work (docs/architecture.md, Hooks). A slice fills the hooks that it
 * needs, in its `hooks.server.ts`; `app/slices.server.ts` lists them. The product also runs with none filled.
 */
export interface IdentityHooks {
  /** What this deployment allows at sign-in; null if the slice does not decide it. */
  signInPolicy?: (settings: Pick<Settings, "DEMO">) => SignInPolicy | null;
  /** Where `/` redirects visitors, instead of the sign-in page; null if the slice does not decide it. */
  visitorsHome?: (context: Context) => string | null;
  /**
   * Checks a visitor who enters a code, in addition to the limits; and shows codes instead of emailing them.
   */
  loginCode?: LoginCodeHook;
  /** A sign-in that needs more than its first step. Only one slice may fill it. */
  signInStep?: SignInStep;
  /** A way for users to prove who they are, other than an emailed code. */
  factor?: FactorHook;
  /** A way to sign in other than an emailed code, which its owner can remove. */
  wayIn?: WayInHook;
  /** What ends, in addition to the sessions, when somebody gets or loses access to an account. */
  endAccess?: (db: Database, ending: Ending) => readonly Statement[];
  /** The slice's tables with rows about people. */
  personal?: readonly PersonalTable[];
  /** The picture of a user. Only one slice may fill it. */
  picture?: {
    /** A query for the picture's id; null if the user has none. */
    idOf: (userId: SQLWrapper) => SQL<string | null>;
    /** The paths of the picture; null if no files are kept. */
    placeOf: (context: Context, id: string) => Promise<PersonPicture | null>;
  };
  /**
   * Statements that delete a slice's data about rows, once these are permanently deleted. @param ids a query for their
   * ids
   */
  deleteWithRows?: (db: Database, ids: SQLWrapper) => readonly Statement[];
  /** A part of the reader's own account page. The reader's id is a subquery for the owner of the session. */
  account?: PagePart<SQL<string>, AccountOfReader, AccountForm>;
  /**
   * A part of a user's page in the manager. The permission and the recent proof that a form needs are checked before it
   * runs.
   */
  user?: Omit<PagePart<string, UserInManager, UserForm>, "actions"> & {
    actions?: readonly (PartAction<UserForm> & { permission: Permission; recentProof: boolean })[];
  };
  /** Finds why an email must not be sent to its address; null if it may be. */
  mailStop?: (db: Database, email: Email, settings: Settings, now: number) => Promise<EmailStop | null>;
  /** Finds the user behind an actor without a session, as a subquery for their id; null if the actor has a session. */
  actsAs?: (db: Database, actor: Actor) => SQL | null;
  /**
   * Finds the key of a tenant by its SHA-256 hash; null if there is none, or it has ended. One query, which every API
   * call sends in parallel with the one for access tokens.
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
   * Whether everyone shares the account with this address. Its codes are shown and not emailed, limits per address do
   * not apply, and a new code doesn't replace the previous one, because one visitor must not lock out the others.
   */
  isShared(email: string): boolean;
  /** Whether identity providers may be offered. They create and link accounts. */
  allowsProviders: boolean;
  /** Whether passkeys may be offered. A shared account has none. */
  allowsPasskeys: boolean;
}

/** Why a captcha was not accepted. */
export type CaptchaRefusal =
  | "MISSING_RESPONSE"
  | "VERIFICATION_FAILED"
  | "SERVICE_UNAVAILABLE"
  | "UNKNOWN_ERROR";

interface LoginCodeHook {
  /** Refuses a visitor's attempt to enter a code, or returns null. `captcha`: the submitted token, or empty. */
  refuseTry?: (
    context: Context,
    request: Request,
    tried: { email: string; captcha: string },
  ) => Promise<CaptchaRefusal | null>;
  /** Whether the code page shows the field for that token (app/routes/verify-parts.ts). */
  asksMore?: (context: Context, request: Request, email: string) => Promise<boolean>;
  /** The cookie with a shared account's code, which the page shows instead of emailing it. */
  showCode?: (context: Context, shown: { email: string; code: string }) => Promise<string>;
  /** The code in the cookie of `showCode`; null if it has none for the address. */
  displayedCode?: (context: Context, request: Request, email: string) => Promise<string | null>;
}

/** A way of signing in. A passkey counts as both steps: having the device, and unlocking it. */
export type FirstStep = "mail" | "provider" | "passkey";

/** The browser in which someone signs in, and the users who have signed in there before. */
export interface SigningBrowser {
  deviceId: string | null;
  knownUsers: KnownUser[];
}

interface SignInStep {
  /** SQL: whether a user's sign-in needs the step. It is part of the batch that creates the session. */
  isNeeded: (db: Database, first: FirstStep) => SQL;
  /**
   * A statement that stores a sign-in until the step, instead of starting the session. It has the session's
   * id, and returns it.
   */
  begin: (
    db: Database,
    session: { id: string; createdAt: number },
    browser: SigningBrowser,
    whose: SQL | undefined,
  ) => BatchItem<"sqlite"> & { _: { result: { id: string }[] } };
  /** The page of the step, and the cookie that carries the sign-in there. @param returnTo a path on this site */
  lead: (
    context: Context,
    pendingId: string,
    returnTo: string | null,
  ) => Promise<{ to: string; cookie: string }>;
  /** The deadline until which a user may enter the manager without the step; null if they have it, or need none. */
  due: (context: Context, viewer: Promise<Viewer>) => Promise<number | null>;
  /**
   * Whether a user who may enter the manager needs the step by now and does not have it. @param userId the user's id,
   * if there is no session
   */
  isLacking: (context: Context, viewer: Promise<Viewer>, userId?: string) => Promise<boolean>;
  /** The path of the page that sets up the step. */
  setUp: string;
  /**
   * Says what the link of a notice does to the step: turns it off, finds it off already, or lets it stay. The
   * notice is about the step, or about a change of address of an account that has had it.
   */
  undoneBy: (db: Database, open: OpenNotice) => Promise<"undone" | "off" | "stays" | null>;
}

/** What somebody can use in addition to their mailbox to prove who they are. */
export type Factor = "second-step" | "passkey";

/** The user who proves who they are, and the session in which they do. */
export interface Prover {
  userId: string;
  email: string;
  sessionId: string;
}

/** A rejected proof: why, and whether the reader must wait before trying again. */
export interface RejectedProof {
  error: string;
  isLimited: boolean;
}

/** What a factor shows in the step that asks for a proof. `help`: the text if only factors are accepted. */
export type FactorPart =
  | { asks: "app"; help: string; part: AppPart }
  | { asks: "passkey"; help: string; part: PasskeyPart };

interface FactorHook {
  kind: Factor;
  /** The component that asks for the proof. */
  asks: FactorPart["asks"];
  /** SQL: whether a user has this factor. @param userId a column of the query, or an id */
  hasFactor: (db: Database, userId: string | SQLiteColumn) => SQL;
  /** Whether this deployment supports this factor. */
  isOffered: (settings: Settings) => boolean;
  /**
   * The data for the step; null if the reader does not have this factor. @param error why the last proof was rejected
   */
  part: (context: Context, prover: Prover, error: string | null) => Promise<FactorPart | null>;
  /** Records in the session that the reader has just proven who they are. @returns null if the proof was right */
  prove: (context: Context, prover: Prover, sent: unknown, request: Request) => Promise<RejectedProof | null>;
}

/** A way to sign in that a user is about to remove. */
export type WayIn = { kind: "provider"; provider: string } | { kind: "passkey"; id: string };

interface WayInHook {
  /** SQL: whether a user has such a way to sign in that works here, other than the one that they remove. */
  remains: (db: Database, settings: Settings, userId: string, removed: WayIn) => SQL | undefined;
  /** The display names of the services, if these ways to sign in are accounts at other services. */
  labels?: readonly string[];
}

/** Why the access to an account ends, and for whom. The statements go into the batch that decides it. */
export type Ending =
  /**
   * The user changed their address, so everything that acts in their name ends. `where`: the condition of the change.
   */
  | { why: "email-changed"; userId: string | SQL; where: SQL | undefined; actor: Actor }
  /** An administrator gave the user another address, so every other way into the account ends. */
  | { why: "email-set"; userId: string | SQL; where: SQL | undefined; actor: Actor }
  /** Somebody used a notice's link to lock a stranger out. The notice says what the stranger may have done. */
  | { why: "locked-out"; userId: string; where: SQL; actor: Actor; open: OpenNotice }
  /**
   * An administrator reset the factors that a user has lost, so every factor ends, and everything that acts in the
   * user's name.
   */
  | { why: "factors-reset"; userId: string; where: SQL | undefined; actor: Actor }
  /** The last part of a lock-out gave the earlier address back, so whatever was set up for the other address ends. */
  | { why: "email-restored"; userId: string; email: string; since: number; where: SQL; actor: Actor };

let filled: readonly IdentityHooks[] | null = null;

/** Sets the hooks, once, when the program starts. */
export function fillHooks(hooks: readonly IdentityHooks[]): void {
  filled = hooks;
}

/**
 * The slices' implementations of a hook, in their order.
 * @throws {Error} before fillHooks(), because running without the second step would be worse
 */
export function hooked<Name extends keyof IdentityHooks>(name: Name): NonNullable<IdentityHooks[Name]>[] {
  if (!filled) throw new Error("fillHooks() of app/slices.server.ts comes first");
  return filled.map((hooks) => hooks[name]).filter((hook) => hook !== undefined);
}

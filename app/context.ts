import type { ImagesBinding, R2Bucket, RateLimit, SendEmail } from "@cloudflare/workers-types";
import type { SQL } from "drizzle-orm";
import type { i18n } from "i18next";
import { createContext } from "react-router";
import type { Database } from "#app/core/db/client.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { QueryStats } from "#app/core/db/query-stats.ts";
import type { ReplicatedDatabase } from "#app/core/db/replicated-database.server.ts";
import type { Email, EmailStop } from "#app/core/email/email.ts";
import type { ErrorCode } from "./error-codes.ts";
import { DEFAULT_ROLE, type Role } from "./permissions.ts";
import type { Scope } from "./scopes.ts";
import type { Settings } from "./settings.ts";

// All keys of the router context. None has a default. Reading a value that was not set throws, so a forgotten guard
// fails the first request instead of letting it through.

/** The language and time zone of emails to a person; null where unknown. */
export interface EmailLocale {
  language: string | null;
  /** IANA. */
  timeZone: string | null;
}

/** The signed-in user and their session. */
export interface Viewer {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** When the user gave their name, in milliseconds since 1970; null until then. */
  onboardedAt: number | null;
  /** Whether the email address is verified. */
  verified: boolean;
  sessionId: string;
  /** When this user last proved who they are in this session. Milliseconds since 1970. */
  provenAt: number;
  /**
   * When this user last proved who they are with the second step or a passkey, not only with an emailed code.
   * 0 if they have not in this session.
   */
  factorProvenAt: number;
  /** When the session ends if it is not used again. Milliseconds since 1970. Undefined without a session. */
  sessionEndsAt?: number | undefined;
  /** The access token, if the request comes from a program through the API. */
  token?: { id: string; name: string; scopes: Scope[]; membershipId: string | null } | undefined;
  /** The language and time zone of emails to this user. Undefined for an API client, which has no session. */
  mailLocale?: EmailLocale | undefined;
  /** The id of their picture; null if they have none. Undefined without a session. */
  pictureId?: string | null | undefined;
  /** The administrator who impersonates this user, if any. */
  impersonator: { id: string; email: string; endsAt: number } | null;
}

/** A key with which a program uses the API on behalf of an organisation (core/db/tenant). It belongs to no user. */
export interface TenantKey {
  id: string;
  name: string;
  scopes: Scope[];
  /** The tenant, such as an organisation, that the key acts for. The key reaches only what belongs to it. */
  tenant: { id: string; name: string };
  /** SQL: whether the key still exists. Every statement that writes on behalf of the key includes it. */
  isThere: SQL;
}

/** Why a request was refused. */
export interface Refusal {
  code: ErrorCode;
  /** The email address that the refusal is about, if any. */
  email: string | null;
  /** How long to wait before trying again, if waiting helps. */
  retryAfterSeconds?: number | undefined;
}

/** What the Workers platform provides for one request. Set by workers/app.ts. */
export interface Platform {
  kv: KeyValueStore;
  /** Cloudflare's email service, if wrangler.toml binds it. */
  emailBinding: SendEmail | undefined;
  /** The bucket for uploaded files, if wrangler.toml binds one. */
  files: R2Bucket | undefined;
  /** Cloudflare's image service, which re-encodes pictures, if wrangler.toml binds it. */
  images: ImagesBinding | undefined;
  /** Why an email must not be sent; null if it may be. */
  mailStop(email: Email): Promise<EmailStop | null>;
  /** Counts an email that could not be sent. Never rejects. */
  mailFailed(): Promise<void>;
  /** The scheme and host of the request's URL. Over https, cookies are Secure. */
  origin: URL;
  /**
   * Runs a task without delaying the response, so the response time reveals nothing about it. Logs a failure. The
   * task gets its own database connection, so its queries don't count towards the request's query stats.
   */
  inBackground(task: (db: Database) => Promise<unknown>): void;
  /** Runs the jobs that this request adds, after its response (core/jobs). */
  runJobs(): void;
  /** The caller's country as ISO 3166-1 alpha-2, if known. */
  country: string | null;
  /** The three-letter code of the data centre that the request reached; null if unknown. */
  dataCentre: string | null;
  /** Opens the data centre's cache of read results (core/read-cache). */
  openCache(): Promise<Cache>;
  /** The caller's IANA time zone according to Cloudflare, or UTC. */
  timeZone: string;
  /** The caller's IP address, from CF-Connecting-IP. */
  clientAddress: string | null;
  /** Workers rate limiting bindings; undefined on a developer's machine. */
  rateLimiters: {
    loginCodes: RateLimit | undefined;
    loginTries: RateLimit | undefined;
    api: RateLimit | undefined;
    writes: RateLimit | undefined;
  };
  /** When the whole request had arrived, in milliseconds since 1970. */
  now: number;
  /**
   * The status with which middleware/whole-body refuses a request whose body could not be read; otherwise
   * null.
   */
  bodyRefusal: 400 | 408 | 413 | null;
}

export const platformContext = createContext<Platform>();
export const settingsContext = createContext<Settings>();
/** D1 with its read replicas, for the middleware that decides where a request reads. */
export const replicatedDatabaseContext = createContext<ReplicatedDatabase>();
/** The database. Set by middleware/database, which decides where its reads begin. */
export const dbContext = createContext<Database>();
export const queryStatsContext = createContext<QueryStats>();
/** Identifies the request in logs, in the X-Request-Id header and on error pages. */
export const requestIdContext = createContext<string>();
/** Set once a rule has refused the request (http/refusal). */
export const refusalContext = createContext<{ refusal: Refusal | null }>();
/** The Content-Security-Policy nonce. Set by middleware/security-headers. */
export const nonceContext = createContext<string>();
/** The i18next instance in the reader's language. Set by middleware/language. */
export const i18nContext = createContext<i18n>();
/**
 * The token from a session cookie with a valid signature, or null. Set by identity/middleware/session; null until then.
 */
export const sessionTokenContext = createContext<string | null>(null);
/**
 * Repeats the checks of this request's guards with the current time: who the user is, and whether they may do this.
 * Slow requests call it, because the user may have lost access since. Rejects with the refusal. Set by
 * identity/middleware/session and by guards.
 */
export const repeatChecksContext = createContext<() => Promise<void>>();
/**
 * The role that the session had within the last hour, from the browser's signed cookie; the default role without that
 * cookie. It grants no access, because it only decides which reads may start in parallel with a check. Set by
 * identity/middleware/session.
 */
export const recentRoleContext = createContext<Role>(DEFAULT_ROLE);
/**
 * The time of the oldest claim that is trusted, in milliseconds since 1970. A claim is a cookie that says who
 * the reader is (identity/session/claim.server.ts). Null on a page that asks the database instead. Set by
 * core/middleware/database.
 */
export const claimsSinceContext = createContext<number | null>(null);
/** Returns the signed-in user or null. Queries D1 once, on the first call. Set by identity/middleware/session. */
export const findViewerContext = createContext<() => Promise<Viewer | null>>();
/**
 * The key that acts for an organisation; null in a request of a user. Set by app/slices/api/authorize-token.server.ts.
 */
export const tenantKeyContext = createContext<TenantKey | null>(null);
/**
 * Whether the signed-in user is within their write limit; null until something checks it. Set by
 * http/rate-limit.server.ts.
 */
export const mayWriteContext = createContext<Promise<boolean> | null>(null);
/** The signed-in user, for routes behind a guard. Set by identity/middleware/guards. */
export const viewerContext = createContext<Promise<Viewer>>();

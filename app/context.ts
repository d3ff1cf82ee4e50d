import type { ImagesBinding, R2Bucket, RateLimit, SendEmail } from "@cloudflare/workers-types";
import type { SQL } from "drizzle-orm";
import type { i18n } from "i18next";
import { createContext } from "react-router";
import type { Database } from "#app/core/db/client.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { QueryStats } from "#app/core/db/query-stats.ts";
import type { ReplicatedDatabase } from "#app/core/db/replicated-database.server.ts";
import type { Email, MailStop } from "#app/core/email/email.ts";
import type { ErrorCode } from "./error-codes.ts";
import { DEFAULT_ROLE, type Role } from "./permissions.ts";
import type { Scope } from "./scopes.ts";
import type { Settings } from "./settings.ts";

// All keys of the router context. None has a default: reading a value that was not set throws, so a forgotten guard
// fails the first request instead of letting it through.

/** What mails to a person go by; null where nothing is known. */
export interface MailLocale {
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
  /** Milliseconds since 1970; null until they gave their name. */
  onboardedAt: number | null;
  /** Whether the email address is verified. */
  verified: boolean;
  sessionId: string;
  /** When the session's owner last proved who they are. Milliseconds since 1970. */
  provenAt: number;
  /** The same, by more than their mailbox: by their second step or a passkey. 0 if they have not in this session. */
  factorProvenAt: number;
  /** The access token that a program acts with, through the API. */
  token?: { id: string; name: string; scopes: Scope[]; membershipId: string | null } | undefined;
  /** What mails to the session's owner go by. Without a session, as for a program, undefined. */
  mailLocale?: MailLocale | undefined;
  /** The id of their picture, if they have one. Without a session, undefined. */
  pictureId?: string | null | undefined;
  /** The administrator who impersonates this user, if any. */
  impersonator: { id: string; email: string; endsAt: number } | null;
}

/** A key with which a program acts as what several people own (core/db/tenant), through the API. No person is behind it. */
export interface TenantKey {
  id: string;
  name: string;
  scopes: Scope[];
  /** What it acts as, and all that it reaches. */
  tenant: { id: string; name: string };
  /** The condition that it is still there, for each statement that writes with it. */
  isThere: SQL;
}

/** Why a request was refused. */
export interface Refusal {
  code: ErrorCode;
  /** The email address that the refusal is about, if any. */
  email: string | null;
  /** After how long to try again, if waiting helps. */
  retryAfterSeconds?: number | undefined;
}

/** What the Workers platform provides for one request. Set by workers/app.ts. */
export interface Platform {
  kv: KeyValueStore;
  /** Cloudflare's own service for mail, if wrangler.toml binds it. */
  emailBinding: SendEmail | undefined;
  /** Where files are kept, if wrangler.toml binds a bucket. */
  files: R2Bucket | undefined;
  /** Cloudflare's own service that draws pictures anew, if wrangler.toml binds it. */
  images: ImagesBinding | undefined;
  /** Why a mail must not be sent; null if it may be. */
  mailStop(email: Email): Promise<MailStop | null>;
  /** Counts that a mail could not be sent. It never fails. */
  mailFailed(): Promise<void>;
  /** Scheme and host of the request's URL. Over https, cookies are Secure. */
  origin: URL;
  /**
   * Runs a task without delaying the response, so the response time reveals nothing about it. Logs a failure. The
   * task gets its own database connection, so its queries don't count towards the request's query stats.
   */
  inBackground(task: (db: Database) => Promise<unknown>): void;
  /** Has the jobs that the request writes done after its response (core/jobs). */
  runJobs(): void;
  /** The caller's country as ISO 3166-1 alpha-2, if known. */
  country: string | null;
  /** The caller's IANA time zone according to Cloudflare, or UTC. */
  timeZone: string;
  /** The caller's IP address, from CF-Connecting-IP. */
  clientAddress: string | null;
  /** Workers rate limiting bindings; absent on a developer's machine. */
  rateLimiters: {
    loginCodes: RateLimit | undefined;
    loginTries: RateLimit | undefined;
    api: RateLimit | undefined;
    writes: RateLimit | undefined;
  };
  /** When the whole request was here, in milliseconds since 1970. */
  now: number;
  /** Why the body of the request could not be read, as a status. Such a request gets no further than middleware/whole-body. */
  bodyRefusal: 400 | 408 | 413 | null;
}

export const platformContext = createContext<Platform>();
export const settingsContext = createContext<Settings>();
/** D1 and its replicas, for what decides where a request reads. */
export const replicatedDatabaseContext = createContext<ReplicatedDatabase>();
/** The database. Set by middleware/database, which decides where its reads begin. */
export const dbContext = createContext<Database>();
export const queryStatsContext = createContext<QueryStats>();
/** Identifies the request in logs, in the X-Request-Id header and on error pages. */
export const requestIdContext = createContext<string>();
/** Holds the refusal once a rule has refused the request (http/refusal). */
export const refusalContext = createContext<{ refusal: Refusal | null }>();
/** The Content-Security-Policy nonce. Set by middleware/security-headers. */
export const nonceContext = createContext<string>();
/** The i18next instance in the reader's language. Set by middleware/language. */
export const i18nContext = createContext<i18n>();
/** The token from a validly signed session cookie, or null. Set by identity/middleware/session; null until then. */
export const sessionTokenContext = createContext<string | null>(null);
/**
 * Asks again, with a new `now`, what the guards of this request have asked: who it is, and whether they may. For what takes
 * so long that they may have lost it meanwhile. Rejects with what refuses them. Set by identity/middleware/session and by guards.
 */
export const askAgainContext = createContext<() => Promise<void>>();
/**
 * The role that the session had within the last hour, as the browser's signed cookie says; the one that everybody has, without
 * such a cookie. It lets nobody in: it only decides what may be read beside a check. Set by identity/middleware/session.
 */
export const recentRoleContext = createContext<Role>(DEFAULT_ROLE);
/** Returns the signed-in user or null. Queries D1 once, on the first call. Set by identity/middleware/session. */
export const findViewerContext = createContext<() => Promise<Viewer | null>>();
/** The key that acts in place of a person; null if none does. Set by app/slices/api/authorize-token.server.ts. */
export const tenantKeyContext = createContext<TenantKey | null>(null);
/** Whether the signed-in person may write now; null until that was asked. Set by http/rate-limit.server.ts. */
export const mayWriteContext = createContext<Promise<boolean> | null>(null);
/** The signed-in user, for the routes behind a guard. Set by identity/middleware/guards. */
export const viewerContext = createContext<Promise<Viewer>>();

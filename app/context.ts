import type { RateLimit } from "@cloudflare/workers-types";
import type { i18n } from "i18next";
import { createContext } from "react-router";
import type { Database } from "#app/db/client.server.ts";
import type { KeyValueStore } from "#app/db/key-value.server.ts";
import type { QueryStats } from "#app/db/query-stats.ts";
import type { ReplicatedDatabase } from "#app/db/replicated-database.server.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { Role } from "./permissions.ts";
import type { Scope } from "./scopes.ts";
import type { Settings } from "./settings.ts";

// All keys of the router context. None has a default: reading a value that was not set throws, so a forgotten guard
// fails the first request instead of letting it through.

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
  token?: { id: string; name: string; scopes: Scope[] } | undefined;
  /** The administrator who impersonates this user, if any. */
  impersonator: { id: string; email: string; endsAt: number } | null;
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
  /** Scheme and host of the request's URL. Over https, cookies are Secure. */
  origin: URL;
  /**
   * Runs a task without delaying the response, so the response time reveals nothing about it. Logs a failure. The
   * task gets its own database connection, so its queries don't count towards the request's query stats.
   */
  inBackground(task: (db: Database) => Promise<unknown>): void;
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
  };
  /** When the request arrived, in milliseconds since 1970. */
  now: number;
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
/** The token from a validly signed session cookie, or null. Set by middleware/session; null until then. */
export const sessionTokenContext = createContext<string | null>(null);
/** Returns the signed-in user or null. Queries D1 once, on the first call. Set by middleware/session. */
export const findViewerContext = createContext<() => Promise<Viewer | null>>();
/** The signed-in user, for the routes behind a guard. Set by middleware/guards. */
export const viewerContext = createContext<Promise<Viewer>>();

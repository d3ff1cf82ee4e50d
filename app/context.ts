import type { KVNamespace, RateLimit } from "@cloudflare/workers-types";
import type { i18n } from "i18next";
import { createContext } from "react-router";
import type { Database } from "#app/db/client.server.ts";
import type { QueryStats } from "#app/db/query-stats.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { Role } from "./permissions.ts";
import type { Settings } from "./settings.ts";

// Every key of the router's context. None has a default: what reads a value before it was set throws, so a
// forgotten guard is an error at the first request and not an open door.

/** Who is signed in, and with which session. */
export interface Viewer {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** Milliseconds since 1970; null until the name was given. */
  onboardedAt: number | null;
  /** Whether they have proven the address. */
  verified: boolean;
  sessionId: string;
  /** Who really sits there, where the viewer is a user whom an administrator sees the site as. */
  impersonator: { id: string; email: string; endsAt: number } | null;
}

/** Why a request was refused. */
export interface Refusal {
  code: ErrorCode;
  /** The address it was about, if nobody is signed in. */
  email: string | null;
}

/** What Cloudflare gives the worker for one request. Set by workers/app.ts. */
export interface Platform {
  kv: KVNamespace;
  /** Scheme and host of the request's URL. Cookies are Secure where it is https. */
  origin: URL;
  /**
   * Does something that the response does not wait for, nor its time tells of, and logs it where it fails. What
   * it asks of D1 it asks through a connection of its own: it is no part of what the request costs.
   */
  inBackground(task: (db: Database) => Promise<unknown>): void;
  /** ISO 3166-1 alpha-2 of the caller, where known. */
  country: string | null;
  /** The caller's time zone as Cloudflare sees it (IANA), else UTC. */
  timeZone: string;
  /** The caller's address, as Cloudflare names it. */
  clientAddress: string | null;
  /** Counts by key in Workers' rate limiting; absent on a developer's machine. */
  rateLimiters: { loginCodes?: RateLimit };
  /** When the request came in, in milliseconds since 1970. */
  now: number;
}

export const platformContext = createContext<Platform>();
export const settingsContext = createContext<Settings>();
export const dbContext = createContext<Database>();
export const queryStatsContext = createContext<QueryStats>();
/** Names the request in the logs, in the X-Request-Id header and on error pages. */
export const requestIdContext = createContext<string>();
/** Holds the refusal of the request once a rule has refused it (http/refusal). */
export const refusalContext = createContext<{ refusal: Refusal | null }>();
/** The nonce of the Content-Security-Policy. Set by middleware/security-headers. */
export const nonceContext = createContext<string>();
/** The i18next instance in the reader's language. Set by middleware/language. */
export const i18nContext = createContext<i18n>();
/** The token in a session cookie that we signed, or null. Set by middleware/session. */
export const sessionTokenContext = createContext<string | null>();
/** Who is signed in, if anyone; asks D1 once, when first called. Set by middleware/session. */
export const findViewerContext = createContext<() => Promise<Viewer | null>>();
/** Who is signed in. Set by the guards (middleware/guards), for what lies behind them. */
export const viewerContext = createContext<Promise<Viewer>>();

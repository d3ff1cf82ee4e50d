import type { MiddlewareFunction } from "react-router";
import type { Due, Purge } from "#app/core/db/cron.ts";
import type { JobKind } from "#app/core/jobs/job-kind.ts";
import type { Finder } from "#app/core/lists/search/finder.ts";
import type { LoginRead } from "#app/identity/auth/login-part.ts";
import type { WelcomeRead } from "#app/identity/auth/welcome-part.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import type { ApiPart } from "#app/slices/api/env.ts";
import { apiHooks } from "#app/slices/api/hooks.server.ts";
import { purgeIdempotencyKeys } from "#app/slices/api/idempotency.server.ts";
import { purgeAccessTokens } from "#app/slices/api/token/access-token.server.ts";
import { bookApi } from "#app/slices/book/book-api.server.ts";
import { bookLatest } from "#app/slices/book/book-dashboard.server.ts";
import { bookFinder } from "#app/slices/book/book-finder.server.ts";
import type { BookLink } from "#app/slices/book/book-link.ts";
import { homeBooksRead } from "#app/slices/book/home-books.server.ts";
import { importBooks } from "#app/slices/book/import/import-books.server.ts";
import { purgeBounces } from "#app/slices/bounce/bounce.server.ts";
import { bounceHealth } from "#app/slices/bounce/health.server.ts";
import { bounceHooks } from "#app/slices/bounce/hooks.server.ts";
import { captchaHooks } from "#app/slices/captcha/hooks.server.ts";
import { coverApi } from "#app/slices/cover/cover-api.server.ts";
import type { LatestRows } from "#app/slices/dashboard/latest.server.ts";
import { monthTotalsDue } from "#app/slices/dashboard/month-totals.server.ts";
import { demo } from "#app/slices/demo/demo-middleware.ts";
import { demoHooks } from "#app/slices/demo/hooks.server.ts";
import { demoLoginRead } from "#app/slices/demo/login-read.server.ts";
import { digestDue, sendDigest } from "#app/slices/digest/digest.server.ts";
import { digestOptionalEmail } from "#app/slices/digest/digest-email.ts";
import { emailPreferenceHooks } from "#app/slices/email-preference/hooks.server.ts";
import type { OptionalEmail } from "#app/slices/email-preference/optional-email.ts";
import { factorResetDue, purgeFactorResets } from "#app/slices/factor-reset/carry-out-reset.server.ts";
import { factorResetHooks } from "#app/slices/factor-reset/hooks.server.ts";
import { genreApi } from "#app/slices/genre/genre-api.server.ts";
import { genreFinder } from "#app/slices/genre/genre-finder.server.ts";
import type { HealthCheck } from "#app/slices/health/health-check.ts";
import { holdingApi } from "#app/slices/holding/holding-api.server.ts";
import { holdingBookLink } from "#app/slices/holding/holding-book-link.server.ts";
import { holdingHooks } from "#app/slices/holding/hooks.server.ts";
import { impersonationHooks } from "#app/slices/impersonation/hooks.server.ts";
import { organisationHooks } from "#app/slices/organisation/hooks.server.ts";
import { purgeInvitations } from "#app/slices/organisation/invitation/invitation.server.ts";
import { invitationApi } from "#app/slices/organisation/invitation/invitation-api.server.ts";
import { invitationOptionalEmail } from "#app/slices/organisation/invitation/invitation-email.ts";
import {
  homeOrganisationRead,
  lastOrganisation,
} from "#app/slices/organisation/last-organisation/last-organisation.server.ts";
import { purgeOrganisationAddresses } from "#app/slices/organisation/organisation.server.ts";
import { organisationApi } from "#app/slices/organisation/organisation-api.server.ts";
import { organisationForEverybody } from "#app/slices/organisation/organisation-for-everybody.server.ts";
import { organisationKeyHooks } from "#app/slices/organisation-key/hooks.server.ts";
import { purgeKeys } from "#app/slices/organisation-key/organisation-key.server.ts";
import { passkeyHooks } from "#app/slices/passkey/hooks.server.ts";
import { purgePasskeyChallenges } from "#app/slices/passkey/passkey-challenge.server.ts";
import { passkeyLoginRead } from "#app/slices/passkey/passkeys-offered.ts";
import { pictureHooks } from "#app/slices/picture/hooks.server.ts";
import { providerHooks } from "#app/slices/provider/hooks.server.ts";
import { providerLoginRead } from "#app/slices/provider/offered-providers.ts";
import { secondStepHooks } from "#app/slices/second-step/hooks.server.ts";
import { purgeShares } from "#app/slices/share/share.server.ts";
import { shareOptionalEmail } from "#app/slices/share/share-email.ts";
import { homeShelfRead } from "#app/slices/shelf/home-shelf.server.ts";
import { readingApi } from "#app/slices/shelf/reading-api.server.ts";
import { siteHooks } from "#app/slices/site/hooks.server.ts";
import { siteLoginRead } from "#app/slices/site/linked-pages.server.ts";
import { deleteFile, purgeUnreadyFiles } from "#app/slices/upload/delete-file.server.ts";
import { uploadHooks } from "#app/slices/upload/hooks.server.ts";

/** What the slices do on the server at the hooks of identity, in this order (docs/architecture.md, Hooks). */
export const HOOKS: readonly IdentityHooks[] = [
  demoHooks,
  captchaHooks,
  secondStepHooks,
  passkeyHooks,
  providerHooks,
  factorResetHooks,
  apiHooks,
  emailPreferenceHooks,
  bounceHooks,
  organisationHooks,
  organisationKeyHooks,
  holdingHooks,
  impersonationHooks,
  siteHooks,
  uploadHooks,
  pictureHooks,
];

/** The middleware of slices, which runs on every request once it is known who sent it and where it reads. */
export const MIDDLEWARE: readonly MiddlewareFunction<Response>[] = [
  demo,
  organisationForEverybody,
  lastOrganisation,
];

/** The API operations of slices. */
export const API_OPERATIONS: readonly ApiPart[] = [
  bookApi,
  genreApi,
  readingApi,
  organisationApi,
  holdingApi,
  invitationApi,
  coverApi,
];

/** The sources of the command palette, in this order. */
export const FINDERS: readonly Finder[] = [bookFinder, genreFinder];

/** The latest rows that the dashboard shows, in this order. */
export const LATEST: readonly LatestRows[] = [bookLatest];

/** The links that slices add to the readers' page of a book, in this order. */
export const BOOK_LINKS: readonly BookLink[] = [holdingBookLink];

/** The cron tasks of slices. They run every 15 minutes, after email changes and before jobs. */
export const DUE: readonly Due[] = [factorResetDue, digestDue, monthTotalsDue];

/** The background jobs of slices. */
export const JOBS_OF_SLICES: readonly JobKind<unknown>[] = [sendDigest, importBooks, deleteFile];

/** The checks that slices add to the health page. */
export const HEALTH: readonly HealthCheck[] = [bounceHealth];

/** What the nightly cron deletes for each slice. */
export const PURGES: Readonly<Record<string, Purge>> = {
  accessTokens: purgeAccessTokens,
  idempotencyKeys: purgeIdempotencyKeys,
  passkeyChallenges: purgePasskeyChallenges,
  factorResets: purgeFactorResets,
  shares: purgeShares,
  bounces: purgeBounces,
  unreadyFiles: purgeUnreadyFiles,
  organisationInvitations: purgeInvitations,
  organisationAddresses: purgeOrganisationAddresses,
  organisationKeys: purgeKeys,
};

/** The data that slices add to the sign-in page. */
export const LOGIN: readonly LoginRead[] = [
  demoLoginRead,
  providerLoginRead,
  siteLoginRead,
  passkeyLoginRead,
];

/** The data that slices add to the welcome page. */
export const WELCOME: readonly WelcomeRead[] = [
  // All of these are read in one round trip.
  homeOrganisationRead,
  homeShelfRead,
  homeBooksRead,
];

/** The emails of slices that users can turn off, in this order. */
export const OPTIONAL_EMAILS: readonly OptionalEmail[] = [
  shareOptionalEmail,
  invitationOptionalEmail,
  digestOptionalEmail,
];

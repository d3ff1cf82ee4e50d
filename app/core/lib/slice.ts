/**
 * A slice's declaration, in app/slices/<name>/slice.ts. Everything that the product derives from declarations, it
 * derives from the list in app/slices.ts. The browser gets declarations, too, so they are plain data.
 */
export interface Slice {
  /** The slice's folder in app/slices/. The names of the slice's tests start with this name. */
  name: string;
  /**
   * The slices without which this one can't work. A file may import from any other slice only if it is about
   * the combination of the two.
   */
  needs?: readonly string[];
  /** The entities that people manage, each name with its plural (app/entities.ts). */
  entities?: Readonly<Record<string, string>>;
  /** The entities that belong to the user who creates them, each name with its plural (app/entities.ts). */
  owned?: Readonly<Record<string, string>>;
  /**
   * The entities that belong to an organisation, each name with its plural (app/entities.ts). Each has a list at
   * /app/o/:slug/<plural>; the link to it on the organisation's page is `<name>:list.title`.
   */
  ofOrganisation?: Readonly<Record<string, string>>;
  /**
   * Which entities of an organisation belong to a parent row, with the parent's entity: `{ step: "task" }`.
   * Such an entity has a list for each parent row, at /app/o/:slug/<parent's plural>/:id/<plural>, instead of
   * one for the whole organisation.
   */
  childOf?: Readonly<Record<string, string>>;
  /**
   * The slice's pages below an organisation's page that require a permission in the organisation, by name. Each is at
   * /app/o/:slug/<path>, and its link on the organisation's page is `<name>:list.title` (app/organisation-pages.ts).
   */
  organisationPages?: Readonly<Record<string, { path: string; permission: string }>>;
  /** Permissions beyond the five actions on each entity (app/permissions.ts). */
  permissions?: readonly string[];
  /** The permissions of every role that may enter the readers' area. */
  granted?: readonly string[];
  cookies?: readonly string[];
  /** The slice's cookies that reveal what somebody did here. They are deleted when the session ends. */
  traces?: readonly string[];
  /** The files of locales/<language> that belong to this slice alone. */
  namespaces?: readonly string[];
  /** The namespaces that the browser needs for a page, by path (app/core/i18n/page-strings.ts). */
  strings?: Readonly<Record<string, readonly string[]>>;
}

/** What a slice declares for the server only. The browser gets none of it. */
export interface SliceRules {
  /** The permission that each of the slice's linked pages requires, by path (app/page-permissions.ts). */
  pages?: readonly (readonly [path: string, permission: string])[];
  /** Further tables whose rows triggers count, for tables without an entity (app/core/db/tables/totals.ts). */
  totals?: readonly string[];
  /** Audited actions beyond creating, updating and deleting an entity (app/audit-actions.ts). */
  auditActions?: readonly string[];
  /**
   * The error codes that only the slice's rules raise, each with the status of its response
   * (app/error-codes.ts).
   */
  errorCodes?: Readonly<Record<string, number>>;
  /** The error code for each missing permission; ACCESS_DENIED if there is none (app/permission-errors.ts). */
  missingPermissions?: Readonly<Record<string, string>>;
  /** The paths of the slice's sitemaps, for pages that are files (app/core/routes/robots.ts). */
  sitemaps?: readonly string[];
  /** The patterns of the paths that accept files (app/core/http/uploads.ts). */
  uploads?: readonly string[];
  /** The paths whose forms download what their sender may read, and change only the audit log. */
  downloads?: readonly string[];
  /** The paths that other services post to, as app/routes.ts spells them (app/core/http/webhooks.ts). */
  webhooks?: readonly string[];
  /** The patterns of the pages that may be a few minutes out of date (app/core/middleware/database.ts). */
  mayLag?: readonly string[];
  /**
   * Which of the pages in `mayLag` trust the cookie that says who the reader is, for a minute
   * (docs/decisions/0095).
   */
  takesClaim?: readonly string[];
}

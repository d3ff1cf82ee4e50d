/**
 * What a slice declares of itself, in app/slices/<name>/slice.ts. Whatever exists for each of these derives from app/slices.ts.
 * The browser gets declarations, too, so they are plain data.
 */
export interface Slice {
  /** Its folder in app/slices/. The names of its tests begin with it. */
  name: string;
  /** The slices without which it can't be. Files for others, which it can be without, are the only ones that import them. */
  needs?: readonly string[];
  /** What people manage, each name with its plural (app/entities.ts). */
  entities?: Readonly<Record<string, string>>;
  /** What belongs to the people who make it, each name with its plural (app/entities.ts). */
  owned?: Readonly<Record<string, string>>;
  /**
   * What belongs to an organisation, each name with its plural (app/entities.ts). Each has a list at /app/o/:slug/<plural>, which the page
   * of the organisation calls `<name>:list.title`.
   */
  ofOrganisation?: Readonly<Record<string, string>>;
  /**
   * Which of those belong to a row, by the name of what it is: `{ step: "task" }`. They have no list of the whole organisation: theirs is at
   * /app/o/:slug/<plural of the row>/:id/<plural>.
   */
  childOf?: Readonly<Record<string, string>>;
  /**
   * Its pages of an organisation that take a permission there, by name: the page is at /app/o/:slug/<path>, and the page of the organisation
   * calls it `<name>:list.title` (app/organisation-pages.ts).
   */
  organisationPages?: Readonly<Record<string, { path: string; permission: string }>>;
  /** What may be granted beyond the five actions on each entity (app/permissions.ts). */
  permissions?: readonly string[];
  /** What every role that may enter the area of readers may do. */
  granted?: readonly string[];
  /** What its pages require that others lead to, by path (app/page-permissions.ts). */
  pages?: readonly (readonly [path: string, permission: string])[];
  cookies?: readonly string[];
  /** Those of its cookies that tell what somebody did here. They go when the session does. */
  traces?: readonly string[];
  /** The files of locales/<language> that only it has. */
  namespaces?: readonly string[];
  /** Which strings the browser needs for a page, by its path (app/core/i18n/page-strings.ts). */
  strings?: Readonly<Record<string, readonly string[]>>;
}

/** What only the server asks of a slice, beside its declaration. The browser gets none of it. */
export interface SliceRules {
  /** The tables of no entity whose rows triggers count (app/core/db/tables/totals.ts). */
  totals?: readonly string[];
  /** What the audit log records beyond creating, updating and deleting an entity (app/audit-actions.ts). */
  auditActions?: readonly string[];
  /** What only its rules refuse, each code with the status of its response (app/error-codes.ts). */
  errorCodes?: Readonly<Record<string, number>>;
  /** Which of those answers somebody without a permission, by the permission. Without one, it is ACCESS_DENIED (app/permission-errors.ts). */
  missingPermissions?: Readonly<Record<string, string>>;
  /** The paths of its sitemaps, for pages that are files (app/core/routes/robots.ts). */
  sitemaps?: readonly string[];
  /** The patterns of the paths that take files (app/core/http/uploads.ts). */
  uploads?: readonly string[];
  /** The paths that other services post to, as app/routes.ts names them (app/core/http/webhooks.ts). */
  webhooks?: readonly string[];
  /** The patterns of the pages that may be some minutes behind (app/core/middleware/database.ts). */
  mayLag?: readonly string[];
}

import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// The whole URL tree (docs/product.md, Routes). The comments name each layout's or route's guard, which is its
// `middleware`. In the manager, most pages also require a separate permission.
export default [
  index("identity/routes/home.ts"), // redirects by role

  // requireVisitor
  layout("identity/routes/login/layout.tsx", [
    route("login", "routes/login.tsx"),
    route("login/verify", "routes/verify.tsx"),
    route("login/link", "identity/routes/login/link.tsx"),
    route("login/second-step", "slices/second-step/routes/login.tsx"),
    route("login/passkey", "slices/passkey/routes/passkey.ts"),
    route("login/:provider", "slices/provider/routes/provider.ts"),
  ]),
  route("login/:provider/callback", "slices/provider/routes/provider-callback.tsx"), // requireVisitorUnless
  route("login/captcha", "slices/captcha/routes/captcha.ts"),
  route("login/error", "identity/routes/login/error.tsx"),
  route("onboarding", "identity/routes/onboarding.tsx"), // requireSignedInInParallel
  route("sign-out", "identity/routes/sign-out.tsx"), // requireSignedInInParallel
  route("continue", "identity/routes/continue.tsx"), // requireSignedInInParallel
  route("not-me", "routes/not-me.tsx"), // no guard: the link of a notice is signed
  route("unsubscribe", "slices/email-preference/routes/unsubscribe.tsx"), // no guard: the link of an email is signed
  route("webhooks/mail/:service", "slices/bounce/routes/mail-events.ts"), // no guard: the service signs
  route("files/:id/:size/:proof", "slices/upload/routes/file.ts"), // no guard: the address is signed
  route("shared/:id", "slices/share/routes/shared.tsx"), // no guard: the link is signed
  route("invitation/:id", "slices/organisation/routes/invitation.tsx"), // no guard: the link is signed
  route("stop-impersonating", "slices/impersonation/routes/stop-impersonating.ts"), // requireSignedInInParallel

  // requireSignedInInParallel
  layout("routes/account-layout.tsx", [
    layout("identity/routes/account/column.tsx", [
      route("account/data", "identity/routes/account/data.ts"),
      route("account/data/files/:id", "slices/upload/routes/own-file.ts"),
      route("account/delete", "identity/routes/account/delete.tsx"),
      route("account/link/:provider", "slices/provider/routes/link.ts"),
      route("account/second-step", "slices/second-step/routes/account.tsx"),
      route("account/passkeys", "slices/passkey/routes/passkeys.tsx"),
      route("account/time-zone", "identity/routes/account/time-zone.tsx"),
      route("account/picture", "slices/picture/routes/picture.tsx"),
      route("account/picture/file", "slices/picture/routes/picture-file.ts"),
      route("account/tokens", "slices/api/routes/tokens.tsx"),
      route("account/emails", "slices/email-preference/routes/emails.tsx"),
    ]),
  ]),

  // requirePermissionInParallel("apps:app")
  layout("routes/app-layout.tsx", [
    route("app", "routes/welcome.tsx"),
    layout("slices/shelf/routes/books-shelf.tsx", [route("app/books", "slices/book/routes/app/books.tsx")]),
    route("app/books/:id/links", "slices/book/routes/app/book-links.ts"), // for pages that came without links
    layout("slices/shelf/routes/book-shelf.tsx", [
      layout("slices/share/routes/book-share.tsx", [
        route("app/books/:id", "slices/book/routes/app/book.tsx"),
      ]),
    ]),
    layout("slices/share/routes/shelf-share.tsx", [route("app/shelf", "slices/shelf/routes/shelf.tsx")]),
    route("app/shelf/books", "slices/shelf/routes/shelf-books.ts"), // for pages that came without the reader's own part
    route("app/shelf/export", "slices/shelf/routes/shelf-export.ts"),
    route("app/shelf/import", "slices/shelf/routes/shelf-import.tsx"),
    route("app/shelf/import/:id", "slices/shelf/routes/shelf-import-preview.tsx"),
    route("app/shelf/import/:id/left-out", "slices/shelf/routes/shelf-import-left-out.ts"),
    route("app/shelf/:id", "slices/shelf/routes/reading.tsx"),
    route("app/shares", "slices/share/routes/shares.tsx"),
    route("app/shares/new", "slices/share/routes/share-new.tsx"),
    route("app/o", "slices/organisation/routes/organisations.tsx"),
    route("app/o/new", "slices/organisation/routes/organisation-new.tsx"),
    route("app/o/last", "slices/organisation/routes/last-organisation.tsx"),
    route("app/o/:slug", "slices/organisation/routes/organisation.tsx"),
    route("app/o/:slug/settings", "slices/organisation/routes/organisation-settings.tsx"),
    route("app/o/:slug/delete", "slices/organisation/routes/organisation-delete.tsx"),
    route("app/o/:slug/invitations", "slices/organisation/routes/invitations.tsx"),
    route("app/o/:slug/logo", "slices/logo/routes/logo.tsx"),
    route("app/o/:slug/logo/file", "slices/logo/routes/logo-file.ts"),
    route("app/o/:slug/keys", "slices/organisation-key/routes/organisation-keys.tsx"),
    route("app/o/:slug/audit", "slices/organisation/routes/organisation-audit.tsx"),
    route("app/o/:slug/members/:id", "slices/organisation/routes/member.tsx"),
    route("app/o/:slug/holdings", "slices/holding/routes/holdings.tsx"),
    route("app/o/:slug/holdings/new", "slices/holding/routes/holding-new.tsx"),
    route("app/o/:slug/holdings/:id", "slices/holding/routes/holding.tsx"),
    route("app/o/:slug/deleted/:entity/:id", "slices/organisation/routes/organisation-restore.ts"),
    route("app/o/:slug/teams", "slices/organisation/routes/teams.tsx"),
    route("app/o/:slug/teams/:teamId", "slices/organisation/routes/team.tsx"),
    route("app/deleted/:entity/:id", "identity/routes/app-restore.ts"),
    route("app/account", "routes/app-account.tsx"),
    route("app/*", "core/routes/not-found.tsx", { id: "app-not-found" }),
  ]),

  // requirePermissionInParallel("apps:manager")
  layout("routes/manager-layout.tsx", [
    route("manager", "routes/manager-index.ts"),
    route("manager/dashboard", "slices/dashboard/routes/dashboard.tsx"),
    route("manager/sidebar", "identity/routes/manager/sidebar.ts"),
    route("manager/list-view", "identity/routes/manager/list-view.ts"),
    route("manager/find", "slices/palette/routes/find.ts"), // the results of the command palette
    route("manager/books", "slices/book/routes/manager/books.tsx"),
    route("manager/books/new", "slices/book/routes/manager/book-new.tsx"),
    route("manager/books/export", "slices/book/routes/manager/books-export.ts"),
    route("manager/books/import", "slices/book/routes/manager/book-import.tsx"),
    route("manager/books/import/:id", "slices/book/routes/manager/book-import-preview.tsx"),
    route("manager/books/import/:id/left-out", "slices/book/routes/manager/book-import-left-out.ts"),
    route("manager/books/:id", "slices/book/routes/manager/book.tsx"),
    route("manager/books/:id/update", "slices/book/routes/manager/book-update.tsx"),
    route("manager/books/:id/cover", "slices/cover/routes/cover.tsx"),
    route("manager/books/:id/cover/file", "slices/cover/routes/cover-file.ts"),
    route("manager/genres", "slices/genre/routes/genres.tsx"),
    route("manager/genres/new", "slices/genre/routes/genre-new.tsx"),
    route("manager/genres/:id", "slices/genre/routes/genre.ts"),
    route("manager/genres/:id/update", "slices/genre/routes/genre-update.tsx"),
    route("manager/organisations", "slices/organisation/routes/manager/organisations.tsx"),
    route("manager/organisations/:id", "slices/organisation/routes/manager/organisation.tsx"),
    route("manager/organisations/:id/update", "slices/organisation/routes/manager/organisation-update.tsx"),
    route("manager/users", "routes/users.tsx"),
    route("manager/users/new", "identity/routes/manager/user-new.tsx"),
    route("manager/users/export", "slices/list-export/routes/users-export.ts"),
    route("manager/users/:id", "routes/user.tsx"),
    route("manager/users/:id/ban", "identity/routes/manager/user-ban.tsx"),
    route("manager/users/:id/update", "identity/routes/manager/user-update.tsx"),
    route("manager/account", "routes/manager-account.tsx"),
    route("manager/audit", "routes/audit.tsx"),
    route("manager/audit/export", "slices/list-export/routes/audit-export.ts"),
    route("manager/jobs", "slices/health/routes/jobs.tsx"),
    route("manager/health", "slices/health/routes/health.tsx"),
    route("manager/deleted/:entity/:id", "identity/routes/manager/restore.ts"),
    route("manager/*", "core/routes/not-found.tsx", { id: "manager-not-found" }),
  ]),

  route("theme", "core/routes/theme.ts"),
  route("save-data", "core/routes/save-data.ts"),
  route("language", "core/routes/language.ts"),
  route("strings/:language", "core/routes/language-strings.ts"), // fetched when the language changes
  route("manifest.webmanifest", "core/routes/manifest.ts"),
  route("robots.txt", "core/routes/robots.ts"),
  route("sitemap.xml", "core/routes/sitemap.ts"),
  route("api/docs", "slices/api/routes/docs.tsx"),
  route("api/v1/*", "slices/api/routes/v1.ts"), // each operation checks the access token (app/slices/api/)
  route("healthz", "core/routes/healthz.ts"),
  route(".well-known/security.txt", "core/routes/well-known/security.ts"),

  // On a developer's machine only: localOnly
  route("dev/outbox", "core/routes/dev/outbox.tsx"),
  route("dev/outbox.json", "core/routes/dev/outbox-json.ts"),
  route("dev/outbox/:id", "core/routes/dev/outbox-mail.ts"),
  route("dev/gallery", "slices/gallery/routes/gallery.tsx"),
  route("dev/mail", "routes/dev-mail.tsx"),
  route("dev/mail/:template", "routes/dev-mail-preview.ts"),

  route("*", "core/routes/not-found.tsx"),
] satisfies RouteConfig;

import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// The whole URL tree (docs/product.md, Routes). The comments name each layout's or route's guard, which is its
// `middleware`. In the manager, most pages also require a permission of their own.
export default [
  index("routes/home.ts"), // redirects by role

  // requireVisitor
  layout("routes/login/layout.tsx", [
    route("login", "routes/login/login.tsx"),
    route("login/verify", "routes/login/verify.tsx"),
    route("login/link", "routes/login/link.tsx"),
    route("login/second-step", "routes/login/second-step.tsx"),
    route("login/passkey", "routes/login/passkey.ts"),
    route("login/:provider", "routes/login/provider.ts"),
  ]),
  route("login/:provider/callback", "routes/login/provider-callback.tsx"), // requireVisitorUnlessLinking
  route("login/captcha", "routes/login/captcha.ts"),
  route("login/error", "routes/login/error.tsx"),
  route("onboarding", "routes/onboarding.tsx"), // requireSignedInInParallel
  route("sign-out", "routes/sign-out.tsx"), // requireSignedInInParallel
  route("continue", "routes/continue.tsx"), // requireSignedInInParallel
  route("account/data", "routes/account/data.ts"), // requireSignedInInParallel
  route("account/delete", "routes/account/delete.tsx"), // requireSignedInInParallel
  route("account/link/:provider", "routes/account/link.ts"), // requireSignedInInParallel
  route("account/second-step", "routes/account/second-step.tsx"), // requireSignedInInParallel
  route("account/passkeys", "routes/account/passkeys.tsx"), // requireSignedInInParallel
  route("account/time-zone", "routes/account/time-zone.tsx"), // requireSignedInInParallel
  route("account/tokens", "routes/account/tokens.tsx"), // requireSignedInInParallel
  route("not-me", "routes/not-me.tsx"), // no guard: the link of a notice is signed
  route("stop-impersonating", "routes/stop-impersonating.ts"), // requireSignedInInParallel

  // requirePermissionInParallel("apps:app")
  layout("routes/app/layout.tsx", [
    route("app", "routes/app/welcome.tsx"),
    route("app/books", "routes/app/books.tsx"),
    route("app/books/:id", "routes/app/book.tsx"),
    route("app/account", "routes/app/account.tsx"),
    route("app/*", "routes/not-found.tsx", { id: "app-not-found" }),
  ]),

  // requirePermissionInParallel("apps:manager")
  layout("routes/manager/layout.tsx", [
    route("manager", "routes/manager/index.ts"),
    route("manager/dashboard", "routes/manager/dashboard.tsx"),
    route("manager/sidebar", "routes/manager/sidebar.ts"),
    route("manager/find", "routes/manager/find.ts"), // what the command palette finds
    route("manager/books", "routes/manager/books.tsx"),
    route("manager/books/new", "routes/manager/book-new.tsx"),
    route("manager/books/export", "routes/manager/books-export.ts"),
    route("manager/books/import", "routes/manager/book-import.tsx"),
    route("manager/books/import/:id", "routes/manager/book-import-preview.tsx"),
    route("manager/books/:id", "routes/manager/book.tsx"),
    route("manager/books/:id/update", "routes/manager/book-update.tsx"),
    route("manager/genres", "routes/manager/genres.tsx"),
    route("manager/genres/new", "routes/manager/genre-new.tsx"),
    route("manager/genres/:id", "routes/manager/genre.ts"),
    route("manager/genres/:id/update", "routes/manager/genre-update.tsx"),
    route("manager/users", "routes/manager/users.tsx"),
    route("manager/users/new", "routes/manager/user-new.tsx"),
    route("manager/users/export", "routes/manager/users-export.ts"),
    route("manager/users/:id", "routes/manager/user.tsx"),
    route("manager/users/:id/ban", "routes/manager/user-ban.tsx"),
    route("manager/users/:id/update", "routes/manager/user-update.tsx"),
    route("manager/account", "routes/manager/account.tsx"),
    route("manager/audit", "routes/manager/audit.tsx"),
    route("manager/audit/export", "routes/manager/audit-export.ts"),
    route("manager/deleted/:entity/:id", "routes/manager/restore.ts"),
    route("manager/*", "routes/not-found.tsx", { id: "manager-not-found" }),
  ]),

  route("theme", "routes/theme.ts"),
  route("save-data", "routes/save-data.ts"),
  route("language", "routes/language.ts"),
  route("strings/:language", "routes/language-strings.ts"), // fetched when the language changes
  route("manifest.webmanifest", "routes/manifest.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("api/docs", "routes/api/docs.tsx"),
  route("api/v1/*", "routes/api/v1.ts"), // each operation checks the access token (app/api/)
  route("healthz", "routes/api/healthz.ts"),
  route(".well-known/security.txt", "routes/well-known/security.ts"),

  // On a developer's machine only: localOnly
  route("dev/outbox", "routes/dev/outbox.tsx"),
  route("dev/outbox.json", "routes/dev/outbox-json.ts"),
  route("dev/outbox/:id", "routes/dev/outbox-mail.ts"),
  route("dev/mail", "routes/dev/mail.tsx"),
  route("dev/mail/:template", "routes/dev/mail-preview.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;

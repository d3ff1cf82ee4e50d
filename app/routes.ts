import { index, type RouteConfig, route } from "@react-router/dev/routes";

// The whole URL tree (SPEC.md section 2). Guards are the `middleware` of the layout named beside them.
export default [
  index("routes/home.ts"), // sends everyone to where they belong

  route("login", "routes/login/layout.tsx", [
    // visitorsOnly
    index("routes/login/login.tsx"),
    route("verify", "routes/login/verify.tsx"),
  ]),
  route("login/error", "routes/login/error.tsx"),
  route("onboarding", "routes/onboarding.tsx"), // signedInOnly
  route("sign-out", "routes/sign-out.tsx"), // signedInOnly

  route("app", "routes/app/layout.tsx", [
    // requirePermission("apps:app")
    index("routes/app/welcome.tsx"),
    route("books", "routes/app/books.tsx"),
    route("books/:id", "routes/app/book.tsx"),
    route("*", "routes/not-found.tsx", { id: "app-not-found" }),
  ]),

  route("manager", "routes/manager/layout.tsx", [
    // requirePermission("apps:manager")
    index("routes/manager/index.ts"),
    route("dashboard", "routes/manager/dashboard.tsx"),
    route("*", "routes/not-found.tsx", { id: "manager-not-found" }),
  ]),

  route("healthz", "routes/api/healthz.ts"),

  // On a developer's machine only: localOnly
  route("dev/outbox", "routes/dev/outbox.tsx"),
  route("dev/outbox.json", "routes/dev/outbox-json.ts"),
  route("dev/outbox/:id", "routes/dev/outbox-mail.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;

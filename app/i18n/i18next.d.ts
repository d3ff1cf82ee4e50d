import "i18next";

/** The namespaces: the files of locales/en, a line each. */
interface Resources {
  account: typeof import("../../locales/en/account.json");
  app: typeof import("../../locales/en/app.json");
  audit: typeof import("../../locales/en/audit.json");
  auth: typeof import("../../locales/en/auth.json");
  book: typeof import("../../locales/en/book.json");
  code: typeof import("../../locales/en/code.json");
  common: typeof import("../../locales/en/common.json");
  dashboard: typeof import("../../locales/en/dashboard.json");
  demo: typeof import("../../locales/en/demo.json");
  dev: typeof import("../../locales/en/dev.json");
  email: typeof import("../../locales/en/email.json");
  error: typeof import("../../locales/en/error.json");
  genre: typeof import("../../locales/en/genre.json");
  manager: typeof import("../../locales/en/manager.json");
  onboarding: typeof import("../../locales/en/onboarding.json");
  session: typeof import("../../locales/en/session.json");
  user: typeof import("../../locales/en/user.json");
  validation: typeof import("../../locales/en/validation.json");
}

// Makes every translation key a type: a key that is not in locales/en does not compile.
declare module "i18next" {
  interface CustomTypeOptions {
    // All of them, so that every `t` takes any full key ("auth:signOut.title"); a bare key is of "common".
    defaultNS: ["common", ...Exclude<keyof Resources, "common">[]];
    resources: Resources;
  }
}

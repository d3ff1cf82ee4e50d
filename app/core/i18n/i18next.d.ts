import "i18next";

/** The namespaces: one line per file in locales/en. */
interface Resources {
  health: typeof import("../../../locales/en/health.json");
  holding: typeof import("../../../locales/en/holding.json");
  account: typeof import("../../../locales/en/account.json");
  api: typeof import("../../../locales/en/api.json");
  app: typeof import("../../../locales/en/app.json");
  audit: typeof import("../../../locales/en/audit.json");
  auth: typeof import("../../../locales/en/auth.json");
  book: typeof import("../../../locales/en/book.json");
  bounce: typeof import("../../../locales/en/bounce.json");
  cover: typeof import("../../../locales/en/cover.json");
  logo: typeof import("../../../locales/en/logo.json");
  picture: typeof import("../../../locales/en/picture.json");
  upload: typeof import("../../../locales/en/upload.json");
  code: typeof import("../../../locales/en/code.json");
  common: typeof import("../../../locales/en/common.json");
  dashboard: typeof import("../../../locales/en/dashboard.json");
  demo: typeof import("../../../locales/en/demo.json");
  dev: typeof import("../../../locales/en/dev.json");
  digest: typeof import("../../../locales/en/digest.json");
  email: typeof import("../../../locales/en/email.json");
  error: typeof import("../../../locales/en/error.json");
  factor: typeof import("../../../locales/en/factor.json");
  gallery: typeof import("../../../locales/en/gallery.json");
  genre: typeof import("../../../locales/en/genre.json");
  import: typeof import("../../../locales/en/import.json");
  invitation: typeof import("../../../locales/en/invitation.json");
  job: typeof import("../../../locales/en/job.json");
  key: typeof import("../../../locales/en/key.json");
  link: typeof import("../../../locales/en/link.json");
  login: typeof import("../../../locales/en/login.json");
  manager: typeof import("../../../locales/en/manager.json");
  onboarding: typeof import("../../../locales/en/onboarding.json");
  organisation: typeof import("../../../locales/en/organisation.json");
  organisations: typeof import("../../../locales/en/organisations.json");
  passkey: typeof import("../../../locales/en/passkey.json");
  preference: typeof import("../../../locales/en/preference.json");
  proof: typeof import("../../../locales/en/proof.json");
  reading: typeof import("../../../locales/en/reading.json");
  refused: typeof import("../../../locales/en/refused.json");
  reset: typeof import("../../../locales/en/reset.json");
  selection: typeof import("../../../locales/en/selection.json");
  session: typeof import("../../../locales/en/session.json");
  share: typeof import("../../../locales/en/share.json");
  shelf: typeof import("../../../locales/en/shelf.json");
  team: typeof import("../../../locales/en/team.json");
  tenant: typeof import("../../../locales/en/tenant.json");
  shortcut: typeof import("../../../locales/en/shortcut.json");
  site: typeof import("../../../locales/en/site.json");
  theme: typeof import("../../../locales/en/theme.json");
  token: typeof import("../../../locales/en/token.json");
  user: typeof import("../../../locales/en/user.json");
  validation: typeof import("../../../locales/en/validation.json");
}

// Makes every translation key a type, so a key that isn't in locales/en doesn't compile.
declare module "i18next" {
  interface CustomTypeOptions {
    // Lists every namespace so that `t` takes any full key ("common:signOut"); a bare key belongs to "common".
    defaultNS: ["common", ...Exclude<keyof Resources, "common">[]];
    resources: Resources;
  }
}

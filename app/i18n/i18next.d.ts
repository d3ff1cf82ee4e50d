import "i18next";
import type account from "../../locales/en/account.json";
import type app from "../../locales/en/app.json";
import type audit from "../../locales/en/audit.json";
import type auth from "../../locales/en/auth.json";
import type book from "../../locales/en/book.json";
import type code from "../../locales/en/code.json";
import type common from "../../locales/en/common.json";
import type dashboard from "../../locales/en/dashboard.json";
import type demo from "../../locales/en/demo.json";
import type dev from "../../locales/en/dev.json";
import type email from "../../locales/en/email.json";
import type error from "../../locales/en/error.json";
import type genre from "../../locales/en/genre.json";
import type manager from "../../locales/en/manager.json";
import type onboarding from "../../locales/en/onboarding.json";
import type session from "../../locales/en/session.json";
import type user from "../../locales/en/user.json";
import type validation from "../../locales/en/validation.json";

// Makes every translation key a type: a key that is not in locales/en does not compile.
declare module "i18next" {
  interface CustomTypeOptions {
    // All of them, so that every `t` takes any full key ("auth:signOut.title"); a bare key is of "common".
    defaultNS: [
      "common",
      "dashboard",
      "account",
      "app",
      "audit",
      "auth",
      "book",
      "code",
      "demo",
      "dev",
      "email",
      "error",
      "genre",
      "manager",
      "onboarding",
      "session",
      "user",
      "validation",
    ];
    resources: {
      account: typeof account;
      app: typeof app;
      audit: typeof audit;
      auth: typeof auth;
      book: typeof book;
      code: typeof code;
      common: typeof common;
      dashboard: typeof dashboard;
      demo: typeof demo;
      dev: typeof dev;
      email: typeof email;
      error: typeof error;
      genre: typeof genre;
      manager: typeof manager;
      onboarding: typeof onboarding;
      session: typeof session;
      user: typeof user;
      validation: typeof validation;
    };
  }
}

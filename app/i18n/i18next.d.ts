import "i18next";
import type app from "../../locales/en/app.json";
import type auth from "../../locales/en/auth.json";
import type book from "../../locales/en/book.json";
import type common from "../../locales/en/common.json";
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
      "app",
      "auth",
      "book",
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
      app: typeof app;
      auth: typeof auth;
      book: typeof book;
      common: typeof common;
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

import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nContext, type Platform, platformContext } from "#app/context.ts";
import { createI18n } from "#app/core/i18n/create-i18n.ts";
import { changeFormatter } from "./change-formatter.server.ts";

test("a change is formatted with its entity's words, or else with a user's, or else with the stored value", () => {
  const context = new RouterContextProvider();
  context.set(platformContext, { timeZone: "UTC" } as Platform);
  const note = { fields: { text: "Text", role: "Sort" }, choices: { role: { draft: "A draft" } } };
  const user = { fields: { role: "Role", email: "Email" }, roles: { admin: "Administrator" } };
  context.set(i18nContext, createI18n("en", { en: { note, user } }));
  const inWords = changeFormatter(context);
  expect(
    inWords({
      action: "note.create" as "user.create",
      changes: [
        ["text", null, "Buy paper"],
        ["role", null, "draft"],
        ["email", "a@example.com", null],
        ["colour", null, "red"],
      ],
    }),
  ).toEqual([
    { field: "Text", from: null, to: "Buy paper" },
    { field: "Sort", from: null, to: "A draft" },
    { field: "Email", from: "a@example.com", to: null },
    { field: "colour", from: null, to: "red" },
  ]);
  expect(inWords({ action: "account.rename", changes: [["role", "admin", null]] })).toEqual([
    { field: "Role", from: "Administrator", to: null },
  ]);
});

import { expect, test } from "vitest";
import { createI18n } from "#app/core/i18n/create-i18n.ts";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { readLocales } from "#tests/support/locales.ts";
import { invitationEmail } from "./invitation-email.ts";

const INVITED = {
  to: "reader@example.com",
  name: "Virginia Woolf",
  organisation: "Hogarth Press",
  role: "member",
  url: "https://example.com/invitation/1",
  unsubscribeUrl: "https://example.com/unsubscribe",
} as const;

test.each(LANGUAGE_KEYS)(
  "an invitation names the team, if there is one, as text and as HTML: %s",
  (language) => {
    const i18n = createI18n(language, readLocales());
    const named = invitationEmail(i18n, { ...INVITED, team: "Compositors" });
    const line = i18n.t("invitation:email.team", { team: "Compositors" });
    const [beginning = ""] = line.split("Compositors");
    const without = invitationEmail(i18n, { ...INVITED, team: null });
    for (const form of ["text", "html"] as const) {
      expect(named[form], form).toContain(line);
      expect(without[form], form).not.toContain(beginning);
    }
  },
);

test("an invitation leaves out a team whose name looks like a link", () => {
  const { text, html } = invitationEmail(createI18n("en", readLocales()), {
    ...INVITED,
    team: "buy.example",
  });
  for (const form of [text, html]) expect(form).not.toContain("buy.example");
});

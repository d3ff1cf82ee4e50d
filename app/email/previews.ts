import type { i18n } from "i18next";
import type { Email } from "./email.ts";
import { loginCodeEmail } from "./login-code-email.tsx";
import { hasNotMeLink, type Notice } from "./notice.ts";
import { noticeEmail } from "./notice-email.tsx";

type Preview = (i18n: i18n) => Email;

const READER = "reader@example.com";

const code =
  (purpose: Parameters<typeof loginCodeEmail>[1]["purpose"]): Preview =>
  (i18n) =>
    loginCodeEmail(i18n, {
      to: READER,
      purpose,
      code: "012345",
      codeInSubject: false,
      minutes: 5,
      link: purpose === "sign-in" ? "https://example.com/login/link?token=0123456789abcdefghijkl" : null,
    });

const LINK = { url: "https://example.com/not-me?notice=1&proof=2", until: Date.UTC(2026, 10, 28, 21, 30) };

const notice = (told: Notice): [string, Preview] => [
  told.about,
  (i18n) => noticeEmail(i18n, READER, told, hasNotMeLink(told) ? LINK : null),
];

/** Every mail, with made-up content, for /dev/mail. */
export const MAIL_PREVIEWS = new Map<string, Preview>([
  ["loginCode", code("sign-in")],
  ["changeEmailCode", code("change-email")],
  ["leaveEmailCode", code("leave-email")],
  ["deleteAccountCode", code("delete-account")],
  ["confirmCode", code("confirm")],
  notice({ about: "emailChanged", changeId: "1" }),
  notice({
    about: "emailChangeWaiting",
    changeId: "1",
    newEmail: "new@example.com",
    dueAt: Date.UTC(2026, 10, 28, 21, 30),
  }),
  notice({ about: "emailChangeCarriedOut" }),
  notice({
    about: "newDevice",
    device: { browser: "Firefox", system: "Windows" },
    country: "KE",
    at: Date.UTC(2026, 10, 21, 21, 30),
  }),
  notice({ about: "providerLinked", provider: "github", label: "GitHub" }),
  notice({ about: "providerLinkedByOwner", provider: "google", label: "Google" }),
  notice({ about: "providerUnlinked", label: "Google" }),
  notice({ about: "secondStepOn" }),
  notice({ about: "secondStepOff" }),
  notice({ about: "recoveryCodesRenewed" }),
  notice({ about: "recoveryCodeUsed" }),
  notice({ about: "passkeyAdded", name: "Chrome on Android" }),
  notice({ about: "passkeyRemoved", name: "Chrome on Android" }),
  notice({ about: "passkeyCopied", name: "Chrome on Android" }),
  notice({ about: "tokenCreated", name: "Nightly export" }),
  notice({ about: "accountDeleted" }),
  notice({ about: "emailRestored" }),
  notice({ about: "emailChangedByAdministrator", changeId: "1" }),
  notice({ about: "emailSetByAdministrator", changeId: "1" }),
  notice({ about: "nameChanged", name: "Ada Lovelace" }),
  notice({ about: "roleChanged", role: "admin" }),
  notice({ about: "sessionsRevoked" }),
  notice({ about: "tokensRevoked" }),
  notice({ about: "factorResetWaiting", dueAt: Date.UTC(2026, 10, 28, 21, 30) }),
  notice({ about: "factorsReset" }),
  notice({ about: "banned", reason: "Spam in reviews", until: Date.UTC(2026, 11, 1) }),
  notice({ about: "unbanned" }),
  notice({ about: "accountDeletedByAdministrator" }),
]);

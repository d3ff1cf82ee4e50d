import type { EmailPreview } from "#app/core/email/email.ts";
import { loginCodeEmail } from "#app/identity/login-code/login-code-email.tsx";
import { hasNotMeLink, type Notice } from "#app/identity/notice/notice.ts";
import { noticeEmail } from "#app/identity/notice/notice-email.ts";

const READER = "reader@example.com";

const code =
  (purpose: Parameters<typeof loginCodeEmail>[1]["purpose"]): EmailPreview =>
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

const preview =
  (notice: Notice, more = false): EmailPreview =>
  (i18n) =>
    noticeEmail(i18n, READER, notice, { link: hasNotMeLink(notice) ? LINK : null, more, timeZone: null });

/** A notice of each kind, with made-up values. */
export const NOTICE_EXAMPLES: readonly Notice[] = [
  { about: "emailChanged", changeId: "1" },
  {
    about: "emailChangeWaiting",
    changeId: "1",
    newEmail: "new@example.com",
    dueAt: Date.UTC(2026, 10, 28, 21, 30),
  },
  { about: "emailChangeCarriedOut" },
  {
    about: "newDevice",
    device: { browser: "Firefox", system: "Windows" },
    country: "KE",
    at: Date.UTC(2026, 10, 21, 21, 30),
  },
  { about: "providerLinked", provider: "github", label: "GitHub" },
  { about: "providerLinkedByOwner", provider: "google", label: "Google" },
  { about: "providerUnlinked", label: "Google" },
  { about: "secondStepOn" },
  { about: "secondStepOff" },
  { about: "recoveryCodesRenewed" },
  { about: "recoveryCodeUsed" },
  { about: "passkeyAdded", name: "Chrome on Android" },
  { about: "passkeyRemoved", name: "Chrome on Android" },
  { about: "passkeyCopied", name: "Chrome on Android" },
  { about: "tokenCreated", name: "Nightly export" },
  { about: "accountDeleted" },
  { about: "emailRestored" },
  { about: "emailChangedByAdministrator", changeId: "1" },
  { about: "emailSetByAdministrator", changeId: "1" },
  { about: "nameChanged", name: "Ada Lovelace" },
  { about: "roleChanged", role: "admin" },
  { about: "sessionsRevoked" },
  { about: "tokensRevoked" },
  { about: "factorResetWaiting", dueAt: Date.UTC(2026, 10, 28, 21, 30) },
  { about: "factorsReset" },
  { about: "banned", reason: "Spam in reviews", until: Date.UTC(2026, 11, 1) },
  { about: "unbanned" },
  { about: "accountDeletedByAdministrator" },
];

/** Every email about accounts, with made-up content, for /dev/mail. */
export const IDENTITY_EMAIL_PREVIEWS: readonly (readonly [name: string, EmailPreview])[] = [
  ["loginCode", code("sign-in")],
  ["changeEmailCode", code("change-email")],
  ["leaveEmailCode", code("leave-email")],
  ["deleteAccountCode", code("delete-account")],
  ["confirmCode", code("confirm")],
  ...NOTICE_EXAMPLES.map((notice) => [notice.about, preview(notice)] as const),
  ["moreNotices", preview({ about: "tokenCreated", name: "Nightly export" }, true)],
];

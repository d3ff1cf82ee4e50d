import type { i18n, ParseKeys } from "i18next";
import type { Email } from "#app/core/email/email.ts";
import { textEmail } from "#app/core/email/text-email.tsx";
import { languageOf } from "#app/core/i18n/languages.ts";
import { isTimeZone } from "#app/core/i18n/time-zone-cookie.ts";
import { isRole } from "#app/permissions.ts";
import type { Notice } from "./notice.ts";

/** The link "This was not me", and the time when it expires, in milliseconds since 1970. */
export interface NotMeLink {
  url: string;
  until: number;
}

/** What the reader can do about each kind of notice. */
const HELP = {
  emailChanged: "email:emailChanged.help",
  emailChangeWaiting: "email:emailChangeWaiting.help",
  emailChangeCarriedOut: "email:emailChangeCarriedOut.help",
  newDevice: "email:newDevice.help",
  providerLinked: "email:providerLinked.help",
  providerLinkedByOwner: "email:providerLinkedByOwner.help",
  providerUnlinked: "email:providerUnlinked.help",
  secondStepOn: "email:secondStepOn.help",
  secondStepOff: "email:secondStepOff.help",
  recoveryCodesRenewed: "email:recoveryCodesRenewed.help",
  recoveryCodeUsed: "email:recoveryCodeUsed.help",
  passkeyAdded: "email:passkeyAdded.help",
  passkeyRemoved: "email:passkeyRemoved.help",
  passkeyCopied: "email:passkeyCopied.help",
  tokenCreated: "email:tokenCreated.help",
  accountDeleted: "email:accountDeleted.help",
  emailRestored: "email:help.mistake",
  emailChangedByAdministrator: "email:emailChangedByAdministrator.help",
  emailSetByAdministrator: "email:emailSetByAdministrator.help",
  nameChanged: "email:help.unexpected",
  roleChanged: "email:help.unexpected",
  sessionsRevoked: "email:help.unexpected",
  tokensRevoked: "email:help.unexpected",
  factorResetWaiting: "email:factorResetWaiting.help",
  factorsReset: "email:factorsReset.help",
  banned: "email:help.mistake",
  unbanned: "email:unbanned.help",
  accountDeletedByAdministrator: "email:help.mistake",
} as const satisfies Record<Notice["about"], ParseKeys>;

/**
 * The email of a notice: it describes an action on the reader's account, so that they notice if it wasn't
 * theirs.
 * @param options.more whether the email says that there are more notices of this kind, which are not sent
 */
export function noticeEmail(
  i18n: i18n,
  to: string,
  notice: Notice,
  { link, more, timeZone }: { link: NotMeLink | null; more: boolean; timeZone: string | null },
): Email {
  const { t } = i18n;
  const { subject: subjectOfOne, paragraphs, help } = noticeTexts(i18n, notice, timeZone);
  const subject = more ? t("email:more.subject") : subjectOfOne;
  const texts = [t("email:greeting"), ...paragraphs, ...(more ? [t("email:more.text")] : []), help];
  return textEmail(i18n, {
    to,
    subject,
    paragraphs: texts,
    button: link && { label: t("email:notMe.button"), url: link.url },
    note: link && t("email:notMe.expiry", { time: timeInZone(i18n, link.until, timeZone) }),
  });
}

/**
 * The texts of a notice, in the reader's language: its subject, what happened, and what to do about it.
 * @param timeZone IANA; null for UTC
 */
export function noticeTexts(i18n: i18n, notice: Notice, timeZone: string | null) {
  const { t } = i18n;
  const values = valuesOf(i18n, notice, timeZone);
  const paragraphs = [t(`email:${notice.about}.text`, values)];
  if (notice.about === "banned") {
    if (notice.until !== null)
      paragraphs.push(t("email:banned.end", { time: timeInZone(i18n, notice.until, timeZone) }));
    paragraphs.push(t("email:banned.reason", { reason: notice.reason }));
  }
  return {
    subject: t(`email:${notice.about}.subject`, values),
    paragraphs,
    help: t(HELP[notice.about], values),
  };
}

/** The values that the texts of notices may contain. */
const NO_VALUES = { device: "", country: "", time: "", provider: "", name: "", role: "", email: "" };

/** The formatted values for the texts of a notice. */
function valuesOf(i18n: i18n, notice: Notice, timeZone: string | null): typeof NO_VALUES {
  const { t } = i18n;
  switch (notice.about) {
    case "newDevice": {
      const device = notice.device ? t("session:device", notice.device) : t("session:unknownDevice");
      const country = countryName(i18n, notice.country);
      return { ...NO_VALUES, device, country, time: timeInZone(i18n, notice.at, timeZone) };
    }
    case "emailChangeWaiting":
      return { ...NO_VALUES, email: notice.newEmail, time: timeInZone(i18n, notice.dueAt, timeZone) };
    case "factorResetWaiting":
      return { ...NO_VALUES, time: timeInZone(i18n, notice.dueAt, timeZone) };
    case "providerLinked":
    case "providerLinkedByOwner":
    case "providerUnlinked":
      return { ...NO_VALUES, provider: notice.label };
    case "nameChanged":
    case "passkeyAdded":
    case "passkeyRemoved":
    case "passkeyCopied":
    case "tokenCreated":
      return { ...NO_VALUES, name: notice.name };
    case "roleChanged":
      return {
        ...NO_VALUES,
        role: isRole(notice.role) ? t(`user:roles.${notice.role}`) : t("user:unknownRole"),
      };
    default:
      return NO_VALUES;
  }
}

function countryName(i18n: i18n, country: string | null): string {
  const names = new Intl.DisplayNames(languageOf(i18n).key, { type: "region", fallback: "code" });
  const name = country && /^[A-Z]{2}$/.test(country) ? names.of(country) : null;
  return name ?? i18n.t("email:newDevice.unknownCountry");
}

/**
 * A time with its zone, because an email may be read in another one. @param timeZone IANA; UTC if it is null or no
 * longer known
 */
function timeInZone(i18n: i18n, time: number, timeZone: string | null): string {
  return new Intl.DateTimeFormat(languageOf(i18n).key, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC",
    timeZoneName: "short",
  }).format(time);
}

import * as z from "zod";

/** A change of address: the row in email_changes that tells both addresses. */
const emailChange = { changeId: z.string() };

/**
 * What a notice tells, with the values for its texts: those of `email:<about>` in locales/. Rows of the table `notices`
 * hold both, so a kind that was once sent must stay readable for 30 days. Times are in milliseconds since 1970.
 */
export const noticeSchema = z.discriminatedUnion("about", [
  // What someone who can open the account may have done.
  z.object({ about: z.literal("emailChanged"), ...emailChange }),
  /** To the old address, from which no code came. */
  z.object({
    about: z.literal("emailChangeWaiting"),
    ...emailChange,
    newEmail: z.string(),
    dueAt: z.number(),
  }),
  /** To the new address. */
  z.object({ about: z.literal("emailChangeCarriedOut") }),
  z.object({
    about: z.literal("newDevice"),
    /** Null if its user agent says neither. */
    device: z.object({ browser: z.string(), system: z.string() }).nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    at: z.number(),
  }),
  /** By signing in with it. `provider` is its name in the database, `label` its display name. */
  z.object({ about: z.literal("providerLinked"), provider: z.string(), label: z.string() }),
  /** On the account page. */
  z.object({ about: z.literal("providerLinkedByOwner"), provider: z.string(), label: z.string() }),
  z.object({ about: z.literal("providerUnlinked"), label: z.string() }),
  z.object({ about: z.literal("secondStepOn") }),
  z.object({ about: z.literal("secondStepOff") }),
  z.object({ about: z.literal("recoveryCodesRenewed") }),
  z.object({ about: z.literal("recoveryCodeUsed") }),
  z.object({ about: z.literal("passkeyAdded"), name: z.string() }),
  z.object({ about: z.literal("passkeyRemoved"), name: z.string() }),
  /** Somebody used what may be a copy of it, and was refused. */
  z.object({ about: z.literal("passkeyCopied"), name: z.string() }),
  z.object({ about: z.literal("tokenCreated"), name: z.string() }),
  z.object({ about: z.literal("accountDeleted") }),
  /** To the address that the account had until someone pressed "This was not me" in a mail to its earlier one. */
  z.object({ about: z.literal("emailRestored") }),

  // What an administrator did.
  /** To the old address. */
  z.object({ about: z.literal("emailChangedByAdministrator"), ...emailChange }),
  /** To the new address. */
  z.object({ about: z.literal("emailSetByAdministrator"), ...emailChange }),
  z.object({ about: z.literal("nameChanged"), name: z.string() }),
  z.object({ about: z.literal("roleChanged"), role: z.string() }),
  z.object({ about: z.literal("sessionsRevoked") }),
  z.object({ about: z.literal("tokensRevoked") }),
  z.object({ about: z.literal("factorResetWaiting"), dueAt: z.number() }),
  z.object({ about: z.literal("factorsReset") }),
  z.object({ about: z.literal("banned"), reason: z.string(), until: z.number().nullable() }),
  z.object({ about: z.literal("unbanned") }),
  z.object({ about: z.literal("accountDeletedByAdministrator") }),
]);

export type Notice = z.output<typeof noticeSchema>;

/**
 * Which notices are urgent: their reader may lose the account, or can't undo something, by reading them late. They are
 * mailed before all others, and none is left out, however many there are (docs/decisions/0059). What causes them takes a
 * code, a sign-in or an administrator each time.
 */
const URGENT: Record<Notice["about"], boolean> = {
  emailChanged: true,
  emailChangeWaiting: true,
  emailChangeCarriedOut: false,
  newDevice: true,
  providerLinked: false,
  providerLinkedByOwner: false,
  providerUnlinked: false,
  secondStepOn: true,
  secondStepOff: true,
  recoveryCodesRenewed: true,
  recoveryCodeUsed: true,
  passkeyAdded: false,
  passkeyRemoved: false,
  passkeyCopied: true,
  tokenCreated: false,
  accountDeleted: true,
  emailRestored: false,
  emailChangedByAdministrator: true,
  emailSetByAdministrator: false,
  nameChanged: false,
  roleChanged: false,
  sessionsRevoked: false,
  tokensRevoked: false,
  factorResetWaiting: true,
  factorsReset: true,
  banned: false,
  unbanned: false,
  accountDeletedByAdministrator: true,
};

/** Whether a notice is urgent. */
export const isUrgent = (about: Notice["about"]): boolean => URGENT[about];

/** The provider that a notice says was linked, if it is about that: "This was not me" unlinks it. */
export const linkedProviderOf = (notice: Notice): { provider: string; label: string } | null =>
  notice.about === "providerLinked" || notice.about === "providerLinkedByOwner" ? notice : null;

/** The notices after which nothing is left to hold, or that go to an address which the account no longer has. */
const WITHOUT_LINK: readonly Notice["about"][] = [
  "accountDeleted",
  "accountDeletedByAdministrator",
  "emailChangeCarriedOut",
  "banned",
  "unbanned",
  "emailRestored",
  "factorsReset",
];

/** Whether a notice has the link "This was not me". */
export const hasNotMeLink = ({ about }: Notice): boolean => !WITHOUT_LINK.includes(about);

/** Whether it is about a reset that its link stops. The link then leaves the passkeys, which the reset would remove. */
export const tellsOfReset = ({ about }: Notice): boolean => about === "factorResetWaiting";

/** Whether its link switches off the second step that it tells of. */
export const tellsOfSecondStep = ({ about }: Notice): boolean => about === "secondStepOn";

/** Whether somebody may have recovery codes, or have used one, against the owner's will. */
export const tellsOfRecoveryCodes = ({ about }: Notice): boolean =>
  about === "recoveryCodesRenewed" || about === "recoveryCodeUsed";

import * as z from "zod";

/** A change of address: the id of its row in email_changes, which both notices refer to. */
const emailChange = { changeId: z.string() };

/**
 * The kinds of notices, with the values for their texts: those of `email:<about>` in locales/. Rows of the table
 * `notices` store both, so a kind that is no longer sent must stay readable for 30 days. Times are in milliseconds
 * since 1970.
 */
export const noticeSchema = z.discriminatedUnion("about", [
  // Actions that anyone with access to the account may have taken.
  z.object({ about: z.literal("emailChanged"), ...emailChange }),
  /** To the old address, which has not confirmed the change with a code. */
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
    /** Null if the user agent does not name the browser and the system. */
    device: z.object({ browser: z.string(), system: z.string() }).nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    at: z.number(),
  }),
  /**
   * A provider that was linked by signing in with it. `provider` is its name in the database, `label` its display name.
   */
  z.object({ about: z.literal("providerLinked"), provider: z.string(), label: z.string() }),
  /** A provider that was linked on the account page. */
  z.object({ about: z.literal("providerLinkedByOwner"), provider: z.string(), label: z.string() }),
  z.object({ about: z.literal("providerUnlinked"), label: z.string() }),
  z.object({ about: z.literal("secondStepOn") }),
  z.object({ about: z.literal("secondStepOff") }),
  z.object({ about: z.literal("recoveryCodesRenewed") }),
  z.object({ about: z.literal("recoveryCodeUsed") }),
  z.object({ about: z.literal("passkeyAdded"), name: z.string() }),
  z.object({ about: z.literal("passkeyRemoved"), name: z.string() }),
  /** Somebody used what may be a copy of the passkey, and was refused. */
  z.object({ about: z.literal("passkeyCopied"), name: z.string() }),
  z.object({ about: z.literal("tokenCreated"), name: z.string() }),
  z.object({ about: z.literal("accountDeleted") }),
  /** To the address that the account lost because someone pressed "This was not me" in an email to its earlier one. */
  z.object({ about: z.literal("emailRestored") }),

  // Actions of an administrator.
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

/** A notice: its kind, and the values for its texts. */
export type Notice = z.output<typeof noticeSchema>;

/**
 * Which notices are urgent. A reader who sees one late may lose the account, or be unable to undo something.
 * They are sent before all others, and none is left out, however many there are (docs/decisions/0059). Nobody can cause
 * one without a code, a sign-in or an administrator.
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

/** The provider that a notice says was linked, if any: "This was not me" unlinks it. */
export const linkedProviderOf = (notice: Notice): { provider: string; label: string } | null =>
  notice.about === "providerLinked" || notice.about === "providerLinkedByOwner" ? notice : null;

/** Notices after which there is nothing left to protect, or that go to an address which the account no longer has. */
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

/**
 * Whether the notice is about a reset that its link cancels. The link then keeps the passkeys, which the reset would
 * remove.
 */
export const isAboutReset = ({ about }: Notice): boolean => about === "factorResetWaiting";

/** Whether the notice's link turns off the second step that the notice is about. */
export const isAboutSecondStep = ({ about }: Notice): boolean => about === "secondStepOn";

/** Whether the notice is about recovery codes, which a stranger may have or have used. */
export const isAboutRecoveryCodes = ({ about }: Notice): boolean =>
  about === "recoveryCodesRenewed" || about === "recoveryCodeUsed";

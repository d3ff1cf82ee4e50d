import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** The providers that a user can sign in with, and the formatted time when each was linked. */
export type ShownLinks = { label: string; since: string }[];

/** Shows the linked accounts of a user among the facts of their page. */
export const linksPart: UserPart<ShownLinks> = {
  key: "provider",
  facts: ({ data, t }) =>
    data.map(({ label, since }) => ({ term: label, value: t("user:linkedSince", { time: since }) })),
};

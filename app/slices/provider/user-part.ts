import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** The providers that a user can sign in with, each with the time since when, in words. */
export type ShownLinks = { label: string; since: string }[];

/** The linked accounts of a user, among the facts of their page. */
export const linksPart: UserPart<ShownLinks> = {
  key: "provider",
  facts: ({ data, t }) =>
    data.map(({ label, since }) => ({ term: label, value: t("user:linkedSince", { time: since }) })),
};

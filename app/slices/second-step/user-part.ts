import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** Shows whether a user has a second step, among the facts of their page. */
export const secondStepUserPart: UserPart<{ term: string; value: string }> = {
  key: "second-step",
  facts: ({ data }) => [data],
};

import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** Whether a user has a second step, among the facts of their page, in words. */
export const secondStepUserPart: UserPart<{ term: string; value: string }> = {
  key: "second-step",
  facts: ({ data }) => [data],
};

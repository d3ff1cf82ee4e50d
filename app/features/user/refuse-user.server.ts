import type { Submission } from "@conform-to/react";
import type { i18n } from "i18next";
import { data } from "react-router";
import { refuseForm } from "#app/lib/form.server.ts";
import type { UserChange } from "./user.server.ts";

/**
 * Answers a change to a user that was not made, on the field that is at fault.
 * @throws a 404 response where the user is gone
 */
export function refuseUser(
  submission: Submission<unknown>,
  reason: Exclude<UserChange, "done">,
  { t }: i18n,
) {
  const init = { status: 409 };
  switch (reason) {
    case "duplicate":
      return refuseForm(submission, { fieldErrors: { email: [t("user:errors.duplicate")] } }, init);
    case "yourself":
      return refuseForm(submission, { formErrors: [t("user:errors.yourself")] }, init);
    case "last-admin":
      return refuseForm(submission, { formErrors: [t("user:errors.lastAdmin")] }, init);
    case "not-found":
      throw data(null, { status: 404 });
    default:
      throw reason satisfies never;
  }
}

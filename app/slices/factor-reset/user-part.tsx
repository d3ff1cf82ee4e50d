import { ConfirmDialog } from "#app/core/ui/confirm-dialog.tsx";
import { MenuLink } from "#app/core/ui/more-menu.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import type { resetQuestion, ShownReset } from "./reset-in-words.server.ts";
import { WaitingReset } from "./waiting-reset.tsx";

/** What a user's page shows of a reset of their factors, in words. */
export interface ShownFactorReset {
  waiting: ShownReset | null;
  /** The label of the action that begins one; null if the reader may not. */
  label: string | null;
  question: ReturnType<typeof resetQuestion> | null;
}

/** The reset of a user's factors, on their page. */
export const factorResetUserPart: UserPart<ShownFactorReset> = {
  key: "factor-reset",
  menuEntry: ({ data: { label }, asking }) =>
    label && (
      <MenuLink key="reset" icon="key-round" to={asking("reset")} isQuestion>
        {label}
      </MenuLink>
    ),
  Alert: ({ data: { waiting }, here }) => waiting && <WaitingReset reset={waiting} here={here} />,
  Question: ({ data: { question }, here }) =>
    question && <ConfirmDialog {...question} here={here} intent="begin-reset" />,
};

import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import type { resetQuestion, ShownReset } from "./reset-in-words.server.ts";
import { WaitingReset } from "./waiting-reset.tsx";

/** The reset of a user's factors for their page, formatted. */
export interface ShownFactorReset {
  waiting: ShownReset | null;
  /** The label of the action that begins a reset; null if the reader may not begin one. */
  label: string | null;
  question: ReturnType<typeof resetQuestion> | null;
}

/** Shows the reset of a user's factors on their page in the manager. */
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

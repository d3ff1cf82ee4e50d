import { Link } from "react-router";
import { BuildLine } from "#app/core/shell/build-line.tsx";
import { LanguageChoice } from "#app/core/shell/language-choice.tsx";
import { ThemeChoice } from "#app/core/shell/theme-choice.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import type { IconName } from "#app/core/ui/icon-names.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";

/** The signed-in user. */
export interface MenuUser {
  name: string | null;
  email: string;
  picture: PersonPicture | null;
}

/** A link in the menu. */
export interface UserMenuEntry {
  to: string;
  label: string;
  icon: IconName;
}

const MENU = "user-menu";

/** A button with the signed-in user's name, which opens their menu: a popover, which needs no script. */
export function UserMenu({ user, entries }: { user: MenuUser; entries: UserMenuEntry[] }) {
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg p-1.5 text-start hover:bg-accent-soft"
      >
        <Avatar user={user} picture={user.picture} />
        <span className="min-w-0 flex-1 truncate font-medium rail:sr-only">
          <bdi>{user.name ?? user.email}</bdi>
        </span>
      </button>
      <div
        id={MENU}
        popover="auto"
        className="fixed start-3 end-auto top-auto bottom-17 m-0 w-64 rounded-xl border border-edge bg-sheet p-2 text-ink shadow-sheet"
      >
        <UserMenuEntries user={user} entries={entries} />
      </div>
    </>
  );
}

/** The contents of the menu, which places with enough room show without a popover. */
export function UserMenuEntries({ user, entries }: { user: MenuUser; entries: UserMenuEntry[] }) {
  return (
    <>
      <p className="px-3 py-2 text-sm wrap-anywhere text-quiet">
        <bdi>{user.email}</bdi>
      </p>
      <ul>
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium text-quiet hover:bg-accent-soft hover:text-ink"
            >
              <Icon name={icon} className="size-5 shrink-0" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-2 border-t border-line pt-1">
        <ThemeChoice />
        <LanguageChoice className="grid grid-cols-2" />
      </div>
      <div className="border-t border-line pt-1">
        <BuildLine />
      </div>
    </>
  );
}

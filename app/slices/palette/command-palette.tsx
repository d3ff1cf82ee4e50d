import { Command } from "cmdk";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { Modal } from "#app/core/ui/dialog/dialog.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import type { IconName } from "#app/core/ui/icon-names.ts";
import type { NavigationEntry } from "#app/identity/shell/navigation.ts";
import type { Role } from "#app/permissions.ts";
import { matchesTerm } from "./matches-term.ts";
import { openedLast } from "./opened-last.ts";
import { pageCommands } from "./page-commands.ts";
import { type PaletteCommand, useCommands } from "./use-commands.ts";
import { useFinder } from "./use-finder.ts";

/** The key code of every key that an input method handles (UI Events, 9.3.3). */
const COMPOSING = 229;

/** The contents of the command palette. */
export interface CommandPaletteProps {
  pages: NavigationEntry[];
  /** The reader's role, which decides what they may add. */
  role: Role;
  /** The path that returns a FindResult for `term`. */
  findPath: string;
  onClose: () => void;
}

/**
 * Opens pages, forms and rows, and runs commands, all by keyboard. The palette is open while it is rendered. Rows that
 * the server finds come last, so that the selected entry stays in its place.
 */
export default function CommandPalette({ pages, role, findPath, onClose }: CommandPaletteProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const term = typed.trim();
  const { groups, state } = useFinder(findPath, term);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => announceSelected(input.current), []);
  const go = (to: string) => {
    onClose();
    navigate(to);
  };
  const run = ({ to }: PaletteCommand) => {
    if (typeof to === "string") return go(to);
    // The command may open a dialog, which must not end up behind this one.
    flushSync(onClose);
    to();
  };

  const own = useCommands(role);
  const { pathname } = useLocation();
  // The page's commands are read once, because the page does not change while the palette is open.
  const [here] = useState(pageCommands);
  const offered: { heading: string; entries: PaletteCommand[] }[] = [
    { heading: t("manager:palette.here"), entries: here },
    { heading: t("manager:palette.recent"), entries: openedLast(pathname) },
    { heading: t("manager:palette.pages"), entries: pages },
    { heading: t("manager:palette.actions"), entries: own },
  ];
  const commands = offered
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(
        ({ label, detail = "", isSearched }) =>
          (term !== "" || !isSearched) && matchesTerm(`${label} ${detail}`, term),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

  const isNothing = state === "answered" && commands.length === 0 && groups.length === 0;

  // If Enter is pressed before there are results, the first one is opened when they arrive.
  const [entered, setEntered] = useState<string | null>(null);
  const goToFirst = useEffectEvent(() => {
    const first = groups[0]?.found[0];
    if (first && entered === term) go(first.to);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(goToFirst, [groups]);
  const onKeyDown = ({ key, keyCode }: KeyboardEvent) => {
    if (key === "Enter" && keyCode !== COMPOSING && commands.length === 0 && state === "pending")
      setEntered(term);
  };

  return (
    <Modal label={t("manager:palette.title")} closedby="any" onClose={onClose} className="max-w-xl">
      <Command label={t("manager:palette.title")} shouldFilter={false} onKeyDown={onKeyDown} loop>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="size-5 shrink-0 text-quiet" />
          <Command.Input
            ref={input}
            value={typed}
            onValueChange={(value) => {
              setTyped(value);
              setEntered(null);
            }}
            placeholder={t("manager:palette.placeholder")}
            className="min-h-14 w-full bg-transparent match-parent outline-none placeholder:text-quiet"
            dir="auto"
          />
        </div>
        <Command.List label={t("manager:palette.title")} className="max-h-96 overflow-y-auto p-2">
          {commands.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={<Heading>{heading}</Heading>}>
              {entries.map((command) => {
                const { label, detail, icon } = command;
                const value = `${heading} ${label} ${detail ?? ""}`;
                return (
                  <Entry key={value} value={value} icon={icon} onChoose={() => run(command)}>
                    <span>{label}</span>
                    {detail && <span className="text-sm text-quiet">{detail}</span>}
                  </Entry>
                );
              })}
            </Command.Group>
          ))}
          {groups.map(({ entity, found }) => (
            <Command.Group key={entity} heading={<Heading>{t(`${entity}:list.title`)}</Heading>}>
              {found.map(({ to, name, detail }) => (
                <Entry key={to} value={to} onChoose={() => go(to)}>
                  <Address>{name}</Address>
                  {detail && <Address className="text-sm text-quiet">{detail}</Address>}
                </Entry>
              ))}
            </Command.Group>
          ))}
          {state === "pending" && (
            <Command.Loading label={t("loading")} className={NOTE}>
              {t("loading")}
            </Command.Loading>
          )}
        </Command.List>
        <p role="status" className={isNothing ? NOTE : undefined}>
          {isNothing && t("noResults")}
        </p>
        {state === "failed" && (
          <p role="alert" className={NOTE}>
            {t("error:hint.unreachable")}
          </p>
        )}
      </Command>
    </Modal>
  );
}

/**
 * Names the selected row, which Enter opens, to screen readers. The library cmdk does this only after an arrow key was
 * pressed.
 * @returns a function that stops it
 */
function announceSelected(input: HTMLInputElement | null) {
  const root = input?.closest("[cmdk-root]");
  if (!root) return;
  const update = () => {
    const id = root.querySelector('[role="option"][aria-selected="true"]')?.id ?? null;
    if (input?.getAttribute(ACTIVE) === id) return;
    if (id === null) input?.removeAttribute(ACTIVE);
    else input?.setAttribute(ACTIVE, id);
  };
  update();
  const observer = new MutationObserver(update);
  const attributeFilter = ["aria-selected", ACTIVE];
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter });
  return () => observer.disconnect();
}

const ACTIVE = "aria-activedescendant";

const NOTE = "px-3 py-6 text-center text-quiet";

/** The heading of a group. */
const Heading = ({ children }: { children: string }) => (
  <span className="block px-3 py-2 text-xs font-semibold text-quiet">{children}</span>
);

function Entry({
  value,
  icon,
  onChoose,
  children,
}: {
  /** Identifies the entry. */
  value: string;
  icon?: IconName | undefined;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg px-3 py-1.5 aria-selected:bg-accent-soft"
    >
      {icon && <Icon name={icon} className="size-4 shrink-0 text-quiet" />}
      {children}
    </Command.Item>
  );
}

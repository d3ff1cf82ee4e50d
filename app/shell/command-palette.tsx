import { Command } from "cmdk";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import type { FindResult } from "#app/lists/finder.ts";
import { Modal } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import type { NavigationEntry } from "./navigation.ts";

/** Typing must pause this long before the server is asked, in milliseconds, as in the search of a list. */
const PAUSE = 250;

/** What the command palette offers. */
export interface CommandPaletteProps {
  pages: NavigationEntry[];
  actions: NavigationEntry[];
  /** The path that answers `term` with a FindResult. */
  findPath: string;
  onClose: () => void;
}

/** Goes to pages and rows, and to what may be added: all with the keyboard. It is open as long as it is there. */
export default function CommandPalette({ pages, actions, findPath, onClose }: CommandPaletteProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data, load } = useFetcher<FindResult>();
  const [term, setTerm] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (term.trim()) load(`${findPath}?${new URLSearchParams({ term })}`);
    }, PAUSE);
    return () => window.clearTimeout(timer);
  }, [term, load, findPath]);
  const go = (to: string) => {
    onClose();
    navigate(to);
  };
  // What was found for another term is gone.
  const groups = term.trim() !== "" && data?.term === term.trim() ? data.groups : [];
  const entries = (heading: string, shown: NavigationEntry[]) => (
    <Command.Group heading={heading} className={GROUP}>
      {shown.map(({ to, label, icon }) => (
        <Entry key={to} value={`${heading} ${label}`} icon={icon} onChoose={() => go(to)}>
          {label}
        </Entry>
      ))}
    </Command.Group>
  );
  return (
    <Modal label={t("manager:palette.title")} closedby="any" onClose={onClose} className="max-w-xl">
      <Command label={t("manager:palette.title")} loop>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="size-5 shrink-0 text-quiet" />
          <Command.Input
            ref={input}
            value={term}
            onValueChange={setTerm}
            placeholder={t("manager:palette.placeholder")}
            className="min-h-14 w-full bg-transparent match-parent outline-none placeholder:text-quiet"
            dir="auto"
          />
        </div>
        <Command.List label={t("manager:palette.title")} className="max-h-96 overflow-y-auto p-2">
          <Command.Empty className="px-3 py-6 text-center text-quiet">{t("noResults")}</Command.Empty>
          {groups.map(({ entity, found }) => (
            <Command.Group key={entity} heading={t(`${entity}:list.title`)} className={GROUP}>
              {found.map(({ to, name, detail }) => (
                // The server has found it, whatever it is called.
                <Entry key={to} value={to} keywords={[term]} onChoose={() => go(to)}>
                  <bdi>{name}</bdi>
                  {detail && <bdi className="text-sm text-quiet">{detail}</bdi>}
                </Entry>
              ))}
            </Command.Group>
          ))}
          {entries(t("manager:palette.pages"), pages)}
          {entries(t("manager:palette.actions"), actions)}
        </Command.List>
      </Command>
    </Modal>
  );
}

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-quiet";

function Entry({
  value,
  keywords = [],
  icon,
  onChoose,
  children,
}: {
  /** Tells entries apart. The term is looked for in it, and in the keywords. */
  value: string;
  keywords?: string[];
  icon?: IconName;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg px-3 py-1.5 aria-selected:bg-accent-soft"
    >
      {icon && <Icon name={icon} className="size-4 shrink-0 text-quiet" />}
      {children}
    </Command.Item>
  );
}

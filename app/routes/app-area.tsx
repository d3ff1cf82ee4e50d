import type { ReactNode } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ClosedPages } from "#app/core/ui/may-open.ts";
import { AppLayout } from "#app/identity/shell/app-layout.tsx";
import { entriesFor, type NavigationEntry } from "#app/identity/shell/navigation.ts";
import type { readAppArea } from "./areas.server.ts";
import { readerNavigation } from "./reader-navigation.ts";

/** What the frame of the area for readers shows about its reader. */
export type AppAreaData = Awaited<ReturnType<typeof readAppArea>>;

/**
 * The frame of the area for readers, around a page or its error. @param area null while nothing is known of the reader
 */
export function AppArea({ area, children }: { area: AppAreaData | null; children: ReactNode }) {
  const { t } = useI18n();
  const entries: NavigationEntry[] = [
    { to: href("/app"), label: t("app:navigation.home"), icon: "house", end: true },
    ...readerNavigation().flatMap((entriesOf) => entriesOf(t)),
    { to: href("/app/account"), label: t("common:account"), icon: "circle-user", alsoFor: "/account/" },
    { to: href("/sign-out"), label: t("common:signOut"), icon: "log-out", only: "wide" },
  ];
  return (
    <AppLayout home={href("/app")} navigation={entriesFor(area?.role ?? null, entries)}>
      <ClosedPages value={area?.closed ?? []}>{children}</ClosedPages>
    </AppLayout>
  );
}

import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { Footer } from "#app/core/shell/footer.tsx";
import { Logo } from "#app/core/shell/logo.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Linked } from "./linked.ts";

/**
 * The page that a link opens for anyone, with the name of the user who shares the row.
 * @param linked null for a link that is no longer shared, or never existed
 * @param title the title of the page
 */
export function LinkedPage<Row>({
  linked,
  title,
  children,
}: {
  linked: Linked<Row> | null;
  title: (row: Row, by: string) => string;
  children: (row: Row, by: string) => ReactNode;
}) {
  const { t } = useI18n();
  if (!linked) {
    return (
      <EntryLayout>
        <PageTitle title={t("link:ended")} />
        <EntryHeading title={t("link:ended")}>{t("link:endedDescription")}</EntryHeading>
        <ButtonLink width="full" to="/">
          {t("link:toStart")}
        </ButtonLink>
      </EntryLayout>
    );
  }
  const name = linked.by ?? t("link:somebody");
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col px-4">
      <header className="flex flex-wrap items-center justify-between gap-4 py-5">
        <Logo />
        <p className="text-quiet">{t("link:by", { name })}</p>
      </header>
      <main id="content" tabIndex={-1} className="outline-none py-6">
        <PageTitle title={title(linked.row, name)} />
        {children(linked.row, name)}
      </main>
      <Footer className="mt-auto pt-10 pb-6" />
    </div>
  );
}

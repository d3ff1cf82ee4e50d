import { settingsContext, viewerContext } from "#app/context.ts";
import { Welcome } from "#app/features/auth/welcome.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { repositoryLinks } from "#app/product.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/welcome.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { role, links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("app:navigation.home")} />
      <Welcome heading="h1" {...loaderData} />
    </>
  );
}

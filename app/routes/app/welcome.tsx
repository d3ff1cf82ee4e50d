import { settingsContext, viewerContext } from "#app/context.ts";
import { WelcomePage } from "#app/features/auth/welcome-page.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { repositoryLinks } from "#app/product.ts";
import type { Route } from "./+types/welcome.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { role, links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL) };
}

export default function Welcome({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return <WelcomePage title={t("app:navigation.home")} {...loaderData} />;
}

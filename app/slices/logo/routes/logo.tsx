import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { changedLogo, LOGO } from "#app/slices/logo/logo.server.ts";
import { readOrganisation, requirePermissionIn } from "#app/slices/organisation/membership.server.ts";
import { withLogo } from "#app/slices/organisation/with-logo.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { limitOf } from "#app/slices/upload/save-file.server.ts";
import { changeFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/logo.ts";

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const maxMegabytes = limitOf(context, LOGO);
  const { membership } = await readOrganisation({ context, url, params }, async () => null);
  requirePermissionIn(context, membership, "organisation:update");
  const { name, slug, logo } = await withLogo(context, membership);
  return { name, slug, logo, maxMegabytes };
}

export const action = (page: Route.ActionArgs) => changeFile(page, changedLogo);

export default function Logo({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, slug, logo, maxMegabytes } = loaderData;
  const back = href("/app/o/:slug", { slug });
  return (
    <div className="max-w-xl">
      <div className="mb-6">
        <BackLink to={back}>{name}</BackLink>
      </div>
      <PicturePage
        title={t("logo:list.title")}
        description={t("logo:description")}
        picture={logo && <img src={logo} alt="" width={64} height={64} />}
        shape="square"
        isThere={logo !== null}
        maxMegabytes={maxMegabytes}
        lastResult={actionData}
        sendTo={href("/app/o/:slug/logo/file", { slug })}
        back={back}
      />
    </div>
  );
}

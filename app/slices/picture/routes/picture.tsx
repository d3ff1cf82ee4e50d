import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";
import { accountPathOf } from "#app/permissions.ts";
import { PICTURE, readerOf, readersPicture } from "#app/slices/picture/picture.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { limitOf } from "#app/slices/upload/save-file.server.ts";
import { changeFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/picture.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ context }: Route.LoaderArgs) {
  const maxMegabytes = limitOf(context, PICTURE);
  const viewer = await readerOf(context);
  const user = { name: viewer.name, email: viewer.email };
  return {
    user,
    picture: await pictureOfViewer(context, viewer),
    maxMegabytes,
    back: accountPathOf(viewer.role),
  };
}

export const action = (page: Route.ActionArgs) => changeFile(page, readersPicture);

export default function Picture({
  loaderData: { user, picture, maxMegabytes, back },
  actionData,
}: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PicturePage
        title={t("picture:title")}
        description={t("picture:description")}
        picture={<Avatar user={user} picture={picture} size="large" />}
        shape="round"
        isThere={picture !== null}
        maxMegabytes={maxMegabytes}
        lastResult={actionData}
        sendTo={href("/account/picture/file")}
        back={back}
      />
    </EntryLayout>
  );
}

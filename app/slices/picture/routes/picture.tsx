import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";
import { PICTURE, readerOf, readersPicture } from "#app/slices/picture/picture.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { limitOf } from "#app/slices/upload/save-file.server.ts";
import { changeFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/picture.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const maxMegabytes = limitOf(context, PICTURE);
  const viewer = await readerOf(context);
  const user = { name: viewer.name, email: viewer.email };
  return {
    user,
    picture: await pictureOfViewer(context, viewer),
    maxMegabytes,
    back: accountPathOf(request, viewer.role),
  };
}

export const action = (page: Route.ActionArgs) => changeFile(page, readersPicture);

export default function Picture({
  loaderData: { user, picture, maxMegabytes, back },
  actionData,
}: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <PicturePage
      title={t("picture:title")}
      description={t("picture:description")}
      picture={<Avatar user={user} picture={picture} size="large" />}
      shape="round"
      width="full"
      isThere={picture !== null}
      maxMegabytes={maxMegabytes}
      lastResult={actionData}
      sendTo={href("/account/picture/file")}
      back={back}
    />
  );
}

import { href } from "react-router";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";
import { accountPathOf } from "#app/permissions.ts";
import { readerOf, readersPicture } from "#app/slices/picture/picture.server.ts";
import { changePicture } from "#app/slices/upload/picture-page.server.ts";
import { PicturePage } from "#app/slices/upload/picture-page.tsx";
import { studioOf } from "#app/slices/upload/save-picture.server.ts";
import type { Route } from "./+types/picture.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ context }: Route.LoaderArgs) {
  if (!studioOf(context)) throw refusalResponse(context, "NOT_FOUND");
  const viewer = await readerOf(context);
  const user = { name: viewer.name, email: viewer.email };
  return { user, picture: await pictureOfViewer(context, viewer), back: accountPathOf(viewer.role) };
}

export const action = (page: Route.ActionArgs) => changePicture(page, readersPicture);

export default function Picture({ loaderData: { user, picture, back }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PicturePage
        title={t("picture:title")}
        description={t("picture:description")}
        picture={<Avatar user={user} picture={picture} size="large" />}
        shape="round"
        isThere={picture !== null}
        lastResult={actionData}
        sendTo={href("/account/picture/file")}
        back={back}
      />
    </EntryLayout>
  );
}

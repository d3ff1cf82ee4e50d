import { href, type RouterContextProvider } from "react-router";
import { type Viewer, viewerContext } from "#app/context.ts";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { userSubject } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { FileOwner, PictureKind } from "#app/slices/upload/file-kind.ts";
import { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";
import type { ChangedFile } from "#app/slices/upload/upload-page.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A person's picture. */
export const PICTURE: PictureKind<keyof PersonPicture> = {
  name: "picture",
  maxMegabytes: 10,
  types: PICTURE_TYPES,
  sizes: { small: { width: 96, height: 96 }, large: { width: 288, height: 288 } },
};

/**
 * Describes the owner of a picture, and who may change the picture.
 * @param permission the permission that the actor needs to change it; null for their own picture
 */
export const ownerOfPicture = (userId: string, permission: Permission | null): FileOwner => ({
  rowId: userId,
  userId,
  may: (db, actor) => mayStill(db, actor, permission),
  refusal: (db, actor) => lostAuthority(db, actor, permission),
  logged: { set: "picture.set", remove: "picture.remove", subject: userSubject(userId) },
});

/** The reader's own picture, for its forms. @throws a response while impersonating */
export async function readersPicture({
  request,
  context,
}: {
  request: Request;
  context: Context;
}): Promise<ChangedFile> {
  const { id, role } = await readerOf(context);
  return {
    kind: PICTURE,
    owner: ownerOfPicture(id, null),
    here: href("/account/picture"),
    to: accountPathOf(request, role),
  };
}

/** The reader. @throws a response while impersonating */
export async function readerOf(context: Context): Promise<Viewer> {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  return viewer;
}

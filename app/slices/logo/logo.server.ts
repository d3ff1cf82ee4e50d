import { and, eq } from "drizzle-orm";
import { href, type RouterContextProvider } from "react-router";
import type { Database } from "#app/core/db/client.server.ts";
import type { PlaceRowPicture } from "#app/core/lib/row-picture.ts";
import { type Actor, rowSubject } from "#app/identity/audit/audit.server.ts";
import { lostMembership, mayStillIn, requireMember } from "#app/slices/organisation/membership.server.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import type { PictureKind } from "#app/slices/upload/file-kind.ts";
import { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";
import { holdPicture, placeOfPicture } from "#app/slices/upload/pictures.server.ts";
import type { ChangedFile } from "#app/slices/upload/upload-page.server.ts";

/** The logo of an organisation. Lists and the organisation's page show the same size, which browsers load once. */
export const LOGO: PictureKind<"large"> = {
  name: "logo",
  maxMegabytes: 10,
  types: PICTURE_TYPES,
  sizes: { large: { width: 192, height: 192 } },
};

/** The logo of an organisation, for pages that show it. */
export const placeOfLogo: PlaceRowPicture = (context, fileId) => placeOfPicture(context, LOGO, fileId);

/**
 * The logo of an organisation, for its forms. @throws the refusal of a user who is not a member, or may not change it
 */
export async function changedLogo({
  context,
  params,
}: {
  context: Readonly<RouterContextProvider>;
  params: { slug: string };
}): Promise<ChangedFile> {
  const membership = await requireMember(context, params.slug, "organisation:update");
  const { organisationId, slug } = membership;
  const may = (db: Database, actor: Actor) => mayStillIn(db, actor, membership, "organisation:update");
  return {
    kind: LOGO,
    owner: {
      rowId: organisationId,
      userId: null,
      may,
      refusal: async (db, actor) => {
        const isOpen = and(eq(organisations.id, organisationId), may(db, actor));
        if ((await db.$count(organisations, isOpen)) > 0) return null;
        return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION");
      },
      holdId: (db) => holdPicture(db, organisations, "logoId", { kind: LOGO, rowId: organisationId }),
      logged: {
        set: "organisation.update",
        remove: "organisation.update",
        subject: rowSubject(organisations, organisationId, organisations.name),
      },
    },
    here: href("/app/o/:slug/logo", { slug }),
    to: href("/app/o/:slug", { slug }),
  };
}

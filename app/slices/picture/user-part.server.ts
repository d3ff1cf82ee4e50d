import * as z from "zod";
import { dbContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { findPicture } from "#app/identity/hooks/find-picture.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { can } from "#app/permissions.ts";
import { removeFile } from "#app/slices/upload/save-file.server.ts";
import { ownerOfPicture, PICTURE } from "./picture.server.ts";
import type { ShownRemoval } from "./user-part.tsx";

/** Removes the picture of a user, on their page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "picture",
  async read(context, userId) {
    const picture = await findPicture(context, userId);
    return ({ viewer, asked }): ShownRemoval => {
      const may = picture !== null && can(viewer.role, "user:update");
      return { may, isAsked: may && asked === "remove-picture" };
    };
  },
  actions: [
    {
      schema: z.object({ intent: z.literal("remove-user-picture") }),
      permission: "user:update",
      recentProof: false,
      async run({ context, userId, here }) {
        const actor = await currentActor(context);
        const removed = await tryWrite(context, "upload:picture.notRemoved", () =>
          removeFile(context.get(dbContext), PICTURE, ownerOfPicture(userId, "user:update"), actor),
        );
        return redirectWithMessage(context, here, removed.ok ? "upload:picture.removed" : removed);
      },
    },
  ],
};

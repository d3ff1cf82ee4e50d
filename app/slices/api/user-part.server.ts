import * as z from "zod";
import { dbContext } from "#app/context.ts";
import { checkbox } from "#app/core/forms/fields.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/core/lists/revoked-in-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { can } from "#app/permissions.ts";
import { revokeAccessTokens } from "./token/access-token.server.ts";
import { REVOKE_TOKENS } from "./token/revoke-tokens.ts";
import { tokenRows } from "./token/token-row.server.ts";
import type { ShownUserTokens } from "./user-part.tsx";

/** Reads the access tokens of a user for their page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "api",
  async read(context, userId) {
    const tokens = await tokenRows(context, userId);
    return ({ viewer, asked }): ShownUserTokens => {
      const mayRevoke = can(viewer.role, "session:revoke");
      return {
        tokens: can(viewer.role, "session:list") ? tokens : [],
        mayRevoke,
        isAsked: mayRevoke && asked === REVOKE_TOKENS && tokens.length > 0,
      };
    };
  },
  actions: [
    {
      schema: z.object({
        intent: z.literal("revoke-token"),
        tokenId: z.string().max(100),
        [IN_PLACE]: checkbox(),
      }),
      permission: "session:revoke",
      recentProof: false,
      async run({ context, userId, here }, { tokenId, [IN_PLACE]: inPlace }) {
        const actor = await currentActor(context);
        const id = String(tokenId);
        const revoked = await tryWrite(context, "token:errors.revokeFailed", () =>
          revokeAccessTokens(context.get(dbContext), userId, id, actor),
        );
        if (revoked.ok && inPlace) return Response.json({ revoked: id } satisfies RevokedInPlace);
        return redirectWithMessage(context, here, revoked.ok ? "token:revoked" : revoked);
      },
    },
    {
      schema: z.object({ intent: z.literal("revoke-tokens") }),
      permission: "session:revoke",
      recentProof: false,
      async run({ context, userId, here }) {
        const actor = await currentActor(context);
        const revoked = await tryWrite(context, "token:errors.revokeAllFailed", () =>
          revokeAccessTokens(context.get(dbContext), userId, null, actor),
        );
        return redirectWithMessage(context, here, revoked.ok ? "token:revokedAll" : revoked);
      },
    },
  ],
};

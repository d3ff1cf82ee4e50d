import * as z from "zod";
import { dbContext, settingsContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import type { AccountForm } from "#app/identity/hooks/page-part.ts";
import { ownsFactor } from "#app/identity/proof/factors.server.ts";
import { isRecentlyProvenByFactor, requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { LINK_BEYOND_MAIL } from "./link-through-provider.server.ts";
import { listLinkedAccounts, unlinkAccount } from "./linked-accounts.server.ts";
import type { ShownAccounts } from "./linked-accounts.tsx";
import { offeredProviders, providerLabel } from "./offered-providers.ts";

/** Reads the reader's linked accounts for their account page. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "provider",
  async read(context, owner, url) {
    const db = context.get(dbContext);
    const settings = context.get(settingsContext);
    const providers = offeredProviders(settings);
    const [linked, hasFactor] = await Promise.all([
      listLinkedAccounts(db, owner),
      providers.length > 0 && ownsFactor(db, settings, owner, LINK_BEYOND_MAIL),
    ]);
    return ({ viewer, mayChange, isProven }): ShownAccounts => {
      const fromNow = timeFromNow(context);
      const accounts = (mayChange ? linked : []).map(({ provider, createdAt, lastUsedAt }) => ({
        provider,
        label: providerLabel(provider),
        since: fromNow(createdAt),
        lastUsed: lastUsedAt === null ? null : fromNow(lastUsedAt),
      }));
      return {
        accounts,
        linkable: (mayChange ? providers : [])
          .filter(({ name }) => !linked.some(({ provider }) => provider === name))
          .map(({ name, label }) => ({ name, label })),
        // For a user with another factor, an emailed code alone is not enough.
        mayLink: isProven && (!hasFactor || isRecentlyProvenByFactor(context, viewer)),
        unlinking: accounts.find(({ provider }) => provider === url.searchParams.get("unlink")) ?? null,
      };
    };
  },
  actions: [
    {
      schema: z.object({ intent: z.literal("prove-link") }),
      async run({ context, request, url, form }: AccountForm) {
        await requireRecentProof(form, { request, url }, LINK_BEYOND_MAIL);
        return redirectWithMessage(context, `${url.pathname}#linked`, "account:linked.ready");
      },
    },
    {
      schema: z.object({ intent: z.literal("unlink"), provider: z.string().max(100) }),
      async run({ context, url, viewer }: AccountForm, { provider }) {
        const db = context.get(dbContext);
        const actor = await currentActor(context);
        const done = await tryWrite(context, "account:linked.unlinkFailed", () =>
          unlinkAccount(db, context.get(settingsContext), viewer.id, String(provider), actor),
        );
        return redirectWithMessage(context, url.pathname, done.ok ? "account:linked.unlinked" : done);
      },
    },
  ],
};

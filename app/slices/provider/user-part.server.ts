import { dbContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { listLinkedAccounts } from "./linked-accounts.server.ts";
import { providerLabel } from "./offered-providers.ts";
import type { ShownLinks } from "./user-part.ts";

/** Reads the linked accounts of a user for their page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "provider",
  async read(context, userId) {
    const linked = await listLinkedAccounts(context.get(dbContext), userId);
    const inWords = timeFormatter(context);
    return (): ShownLinks =>
      linked.map(({ provider, createdAt }) => ({
        label: providerLabel(provider),
        since: inWords(createdAt),
      }));
  },
};

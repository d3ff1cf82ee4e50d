import { genres } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";

/** Who may do what with genres. */
const rules: AccessRules = {
  async makeTarget({ db }, number) {
    const secret = `unmistakable-genre-of-${number}`;
    const id = crypto.randomUUID();
    await db.insert(genres).values({ id, name: secret, nameKey: ` ${secret}` });
    return { id, secret };
  },

  routes: {
    "/manager/genres": { who: "genre:list", shows: true },
    "/manager/genres/new": {
      who: "genre:create",
      forms: [{ fields: () => ({ name: `New ${crypto.randomUUID()}` }) }],
    },
    "/manager/genres/:id": { who: "genre:update", answer: 302 },
    "/manager/genres/:id/update": {
      who: "genre:update",
      shows: true,
      intentsIn: ["app/slices/genre/routes/genre-update.tsx"],
      forms: [
        { intent: "save", fields: () => ({ name: `Changed ${crypto.randomUUID()}` }) },
        {
          intent: "save",
          fields: () => ({ name: `Changed ${crypto.randomUUID()}`, restore: "on" }),
          needs: "genre:delete",
        },
        { intent: "delete", needs: "genre:delete" },
      ],
    },
  },
};

export default rules;

/** How long a token may last, in days, as the form offers it (docs/product.md, Numbers). */
const TOKEN_DAYS = ["30", "90", "365"] as const;

/** The choices of the form, by the names of their words (`token:ends`): those days, or a day of one's own. */
export const TOKEN_ENDS = [...TOKEN_DAYS, "day"] as const;

export type TokenEnd = (typeof TOKEN_ENDS)[number];

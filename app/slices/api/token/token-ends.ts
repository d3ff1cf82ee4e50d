/** The lifetimes that the form offers, in days (docs/product.md, Numbers). */
const TOKEN_DAYS = ["30", "90", "365"] as const;

/** The choices of the form, which are the keys of `token:ends`: a lifetime, or a day that the user picks. */
export const TOKEN_ENDS = [...TOKEN_DAYS, "day"] as const;

export type TokenEnd = (typeof TOKEN_ENDS)[number];

/** How long a change of address waits that no code from the old address confirms (docs/product.md, Numbers). */
export const EMAIL_CHANGE_WAIT_HOURS = 72;

/** How long a change of address stays pending without a code from the old address (docs/product.md, Numbers). */
export const EMAIL_CHANGE_WAIT_HOURS = 72;

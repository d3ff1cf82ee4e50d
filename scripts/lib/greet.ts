import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { PRODUCT_NAME } from "#app/product.ts";

/** Prints the product's address, and how to sign in. */
export function greet(port: number): void {
  const address = `http://localhost:${port}`;
  const accounts = FIRST_ACCOUNTS.map(({ email, role }) => `${email} (${role})`).join(", ");
  console.log(`
  ${PRODUCT_NAME.padEnd(12)}${address}
  Accounts    ${accounts}
  Emails      ${address}/dev/outbox
`);
}

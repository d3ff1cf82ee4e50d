import { DEMO_ACCOUNTS } from "#app/features/demo/demo-accounts.ts";
import { PRODUCT_NAME } from "#app/product.ts";

/** Says where the product is and how to get in. */
export function greet(port: number): void {
  const address = `http://localhost:${port}`;
  const accounts = DEMO_ACCOUNTS.map(({ email, role }) => `${email} (${role})`).join(", ");
  console.log(`
  ${PRODUCT_NAME.padEnd(12)}${address}
  Accounts    ${accounts}
  Emails      ${address}/dev/outbox
`);
}

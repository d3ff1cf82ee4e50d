import { DEMO_ACCOUNTS } from "#app/features/demo/demo-accounts.ts";

/** Says where the product is and how to get in. */
export function greet(port: number): void {
  const address = `http://localhost:${port}`;
  const accounts = DEMO_ACCOUNTS.map(({ email, role }) => `${email} (${role})`).join(", ");
  console.log(`
  Deckle      ${address}
  Accounts    ${accounts}
  Emails      ${address}/dev/outbox
`);
}

import { SEED_USERS } from "#scripts/seed/seed.ts";

/** Says where the product is and how to get in. */
export function greet(port: number): void {
  const address = `http://localhost:${port}`;
  const accounts = SEED_USERS.map(({ email, role }) => `${email} (${role})`).join(", ");
  console.log(`
  Deckle      ${address}
  Accounts    ${accounts}
  Emails      ${address}/dev/outbox
`);
}

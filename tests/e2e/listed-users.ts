import { users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import type { TestWorker } from "#tests/support/worker.ts";

/** Adds users until the manager's list has four pages. They have no names yet, so the list sorts them by address. */
export async function addListedUsers(site: TestWorker) {
  for (let count = await site.db.$count(users); count < 65; count++) {
    await addUser(site, { email: `listed-${count}@example.com`, name: null });
  }
}

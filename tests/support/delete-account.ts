import { eq } from "drizzle-orm";
import { users } from "#app/schema.ts";
import { lastCode, type Visitor } from "./visitor.ts";

/** Deletes the signed-in user's account, with the code from an email. */
export async function deleteOwnAccount({
  visitor,
  userId,
}: {
  visitor: Visitor;
  userId: string;
}): Promise<Response> {
  const { worker } = visitor;
  const [user] = await worker.db.select().from(users).where(eq(users.id, userId));
  const email = user?.email ?? "";
  await visitor.post("/account/delete", { intent: "send-code" });
  const code = await lastCode(worker, email);
  return visitor.post("/account/delete", { intent: "delete", code, confirmation: email });
}

import { data, href, redirect } from "react-router";
import * as z from "zod";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { listViewCookie } from "#app/core/lists/view/list-view.server.ts";
import type { Route } from "./+types/list-view.ts";

/** There is no page here: a GET redirects to the manager. */
export const loader = () => redirect(href("/manager"));

const schema = z.object({
  list: z.string(),
  size: z.coerce.number(),
  /** The columns that can be hidden, and which of them to show. */
  columns: z.array(z.string()).max(20),
  visible: z.array(z.string()).max(20),
});

/** Remembers the view of a list, and returns to it. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const sent = schema.safeParse({
    list: form.get("list"),
    size: form.get("size"),
    columns: form.getAll("columns"),
    visible: form.getAll("visible"),
  });
  if (!sent.success) throw data(null, { status: 400 });
  const { list, size, columns, visible } = sent.data;
  const hidden = columns.filter((column) => !visible.includes(column));
  const cookie = listViewCookie(request, { list, size, hidden }, url);
  if (cookie === null) throw data(null, { status: 400 });
  const returnTo = form.get("returnTo");
  return redirect(safeRedirect(typeof returnTo === "string" ? returnTo : null) ?? list, {
    headers: { "Set-Cookie": cookie },
  });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function ListView() {
  return null;
}

import { href, type RouterContextProvider } from "react-router";
import { viewerContext } from "#app/context.ts";
import { readSidebar } from "#app/core/shell/sidebar-cookie.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { pagesClosedTo } from "#app/page-permissions.ts";

type Context = Readonly<RouterContextProvider>;

/** Returns what the frame of the area for readers shows, without a query. */
export async function readAppArea(context: Context) {
  const { role } = await context.get(viewerContext);
  return { role, closed: pagesClosedTo(role, href("/app")) };
}

/** Returns what the frame of the manager shows, without a query. */
export async function readManagerArea(context: Context, request: Request) {
  const reader = await context.get(viewerContext);
  const { role, name, email } = reader;
  return {
    role,
    closed: pagesClosedTo(role, href("/manager")),
    user: { name, email, picture: await pictureOfViewer(context, reader) },
    sidebar: readSidebar(request.headers.get("Cookie")),
  };
}

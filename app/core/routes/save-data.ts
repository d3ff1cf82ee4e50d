import { redirect } from "react-router";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { ignoreSaveData } from "#app/core/http/save-data.ts";
import type { Route } from "./+types/save-data.ts";

/** Turns script back on for a browser that asks to save data, and returns to the reader's page. */
export const loader = ({ url }: Route.LoaderArgs) =>
  redirect(safeRedirect(url.searchParams.get("returnTo")) ?? "/", {
    headers: { "Set-Cookie": ignoreSaveData(url) },
  });

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function SaveData() {
  return null;
}

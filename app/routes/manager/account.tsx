import { readAccount } from "#app/features/account/account.server.ts";
import { changeAccount } from "#app/features/account/account-actions.server.ts";
import { AccountPage } from "#app/features/account/account-page.tsx";
import type { Route } from "./+types/account.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  return readAccount({ request, url, context });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeAccount({ request, url, context });
}

/** Passes Retry-After on to the client. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage account={loaderData} lastResult={actionData} />;
}

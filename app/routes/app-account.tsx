import { data } from "react-router";
import { readAccount } from "#app/identity/account/account.server.ts";
import { changeAccount } from "#app/identity/account/account-actions.server.ts";
import { rememberAccountArea } from "#app/identity/account/account-area.server.ts";
import { AccountPage } from "#app/identity/account/account-page.tsx";
import type { Route } from "./+types/app-account.ts";
import { accountParts } from "./account-parts.tsx";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = await readAccount({ request, url, context });
  return data(account, await rememberAccountArea(context, "app", url));
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeAccount({ request, url, context });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage loaderData={loaderData} actionData={actionData} parts={accountParts()} />;
}

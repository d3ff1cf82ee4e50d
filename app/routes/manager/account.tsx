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

export default AccountPage;

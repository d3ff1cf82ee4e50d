import { href, redirect } from "react-router";

export function loader() {
  return redirect(href("/manager/dashboard"));
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function ManagerIndex() {
  return null;
}

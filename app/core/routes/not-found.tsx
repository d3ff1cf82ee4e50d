import { data } from "react-router";

/** Answers 404 for any URL that no other route matches, with any method. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function NotFound() {
  return null;
}

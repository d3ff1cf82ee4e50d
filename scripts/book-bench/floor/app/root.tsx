import { Links, Meta, Outlet, Scripts } from "react-router";

/** The smallest document, as in the framework's own templates. */
export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Floor</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}

import { href } from "react-router";
import type { ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const shelfReaderNavigation: ReaderNavigation = (t) => [
  {
    to: href("/app/shelf"),
    label: t("shelf:navigation"),
    icon: "book-marked",
    // The list of shared links has no other entry: the shelf links to it.
    alsoFor: "/app/shares",
    permission: "reading:own",
  },
];

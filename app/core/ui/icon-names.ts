import type { IconName as LucideName } from "lucide-react/dynamic";

/**
 * The icons of the product, by their names at lucide.dev. To use another one, add its name here: `npm start`, `npm run dev` and
 * the build then draw app/core/ui/icons.svg anew.
 */
export const ICON_NAMES = [
  "activity",
  "app-window",
  "arrow-left",
  "arrow-right",
  "ban",
  "book",
  "book-marked",
  "book-open",
  "building",
  "calendar-days",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "circle-alert",
  "circle-check",
  "circle-dot",
  "circle-user",
  "copy",
  "download",
  "ellipsis",
  "eye",
  "house",
  "info",
  "key-round",
  "keyboard",
  "layout-dashboard",
  "list-checks",
  "lock",
  "lock-open",
  "log-out",
  "menu",
  "monitor",
  "moon",
  "panel-left-close",
  "panel-left-open",
  "pencil",
  "plus",
  "scroll-text",
  "search",
  // Of an entity that `npm run new:entity` wrote.
  "shapes",
  "sun",
  "tags",
  "trash-2",
  "triangle-alert",
  "upload",
  "users",
  "x",
] as const satisfies readonly LucideName[];

export type IconName = (typeof ICON_NAMES)[number];

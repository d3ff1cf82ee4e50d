import arabic from "./fonts/arabic.woff2?url";
import latin from "./fonts/latin.woff2?url";

/** The font that headings need, by the direction of the language (typeface.css). */
export const HEADING_FONTS = { ltr: latin, rtl: arabic };

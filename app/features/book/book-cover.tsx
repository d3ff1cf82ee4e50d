import { drawCover } from "./cover-drawing.ts";

/**
 * A book cover, drawn from the title and author: no image is stored or loaded. It is decorative, as the title and the
 * author appear next to it as text.
 * @param isThumbnail whether it is too small for texts
 */
export function BookCover({
  title,
  author,
  isThumbnail = false,
}: {
  title: string;
  author: string | null;
  isThumbnail?: boolean;
}) {
  const { viewBox, rightToLeft, markup } = drawCover(title, author, isThumbnail);
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      // Physical sides: the book's script decides where the spine is, not the direction of the page.
      className={`block w-full shadow-sheet ${rightToLeft ? "rounded-r-xs rounded-l-md" : "rounded-r-md rounded-l-xs"}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes the texts in it
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

import { useEffect, useRef, useState } from "react";
import { loadOptional } from "#app/client/chunk-failure.ts";
import { COVER_HEIGHT, COVER_WIDTH, hasSpineOnRight } from "./cover-shape.ts";

/** In the browser null until there is a cover that the server has not drawn: the script is loaded for that one. */
let loaded = import.meta.env.SSR ? await import("./cover-drawing.ts") : null;

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
  const cover = useRef<SVGSVGElement>(null);
  const [drawing, setDrawing] = useState(loaded);
  const key = JSON.stringify([title, author]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new element, which is empty
  useEffect(() => {
    if (drawing || cover.current?.hasChildNodes()) return;
    loadOptional(() => import("./cover-drawing.ts")).then(
      (module) => {
        loaded = module;
        setDrawing(module);
      },
      () => {}, // The page does without.
    );
  }, [drawing, key]);
  return (
    <svg
      ref={cover}
      key={key}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      aria-hidden="true"
      // Physical sides: the book's script decides where the spine is, not the direction of the page.
      className={`block w-full shadow-sheet ${hasSpineOnRight(title) ? "rounded-r-xs rounded-l-md" : "rounded-r-md rounded-l-xs"}`}
      // React leaves what the server has drawn as it is.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes the texts in it
      dangerouslySetInnerHTML={{ __html: drawing?.drawCover(title, author, isThumbnail) ?? "" }}
    />
  );
}

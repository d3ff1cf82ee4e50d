import { useEffect, useRef, useState } from "react";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { COVER_HEIGHT, COVER_WIDTH, hasSpineOnRight } from "./cover-shape.ts";

type Drawing = typeof import("./cover-drawing.ts");

/**
 * The module that draws covers. The browser does not need it at first, because the server has drawn the covers of the
 * first page.
 */
let loaded: Drawing | null = import.meta.env.SSR ? await import("./cover-drawing.ts") : null;

async function loadDrawing(): Promise<Drawing | null> {
  try {
    loaded = await loadOptional(() => import("./cover-drawing.ts"));
  } catch {
    // If the module can't be loaded, books have no covers.
  }
  return loaded;
}

interface CoverProps {
  title: string;
  author: string | null;
  /** Whether the cover is too small for texts. */
  isThumbnail?: boolean;
}

/**
 * A book cover: the uploaded picture or, without one, a drawing made from title and author, for which no image is
 * stored or loaded. Both have the same size, and both are decorative, as title and author appear next to them as text.
 */
export const BookCover = ({
  src,
  isInSight = false,
  ...drawn
}: CoverProps & {
  /** The path of the picture, if there is one. */
  src?: string | undefined;
  /** Whether the cover is in sight when the page opens. In that case, the picture is loaded without delay. */
  isInSight?: boolean;
}) =>
  src === undefined ? (
    // The server has not drawn the cover of a book that replaces another one. The key gives that book a new
    // element.
    <DrawnCover key={JSON.stringify([drawn.title, drawn.author])} {...drawn} />
  ) : (
    <img
      src={src}
      alt=""
      width={COVER_WIDTH}
      height={COVER_HEIGHT}
      loading={isInSight ? "eager" : "lazy"}
      className={`bg-accent-soft ${edgesOf(drawn.title)}`}
    />
  );

/**
 * Left and right are physical sides here, because the script of the title decides where the spine is, not the direction
 * of the page.
 */
const edgesOf = (title: string) =>
  `block w-full shadow-sheet ${hasSpineOnRight(title) ? "rounded-r-xs rounded-l-md" : "rounded-r-md rounded-l-xs"}`;

function DrawnCover({ title, author, isThumbnail = false }: CoverProps) {
  const cover = useRef<SVGSVGElement>(null);
  const [drawing, setDrawing] = useState(loaded);
  useEffect(() => {
    if (drawing) return;
    if (!cover.current?.hasChildNodes()) {
      loadDrawing().then(setDrawing);
      return;
    }
    // The reader may continue to a page whose covers the server has not drawn. All covers together add one
    // listener of each type.
    for (const type of ["pointerover", "focusin"])
      document.addEventListener(type, loadDrawing, { once: true });
  }, [drawing]);
  return (
    <svg
      ref={cover}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      aria-hidden="true"
      className={edgesOf(title)}
      // Without the module, React keeps the server's drawing.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes the texts in it
      dangerouslySetInnerHTML={{ __html: drawing?.drawCover(title, author, isThumbnail) ?? "" }}
    />
  );
}

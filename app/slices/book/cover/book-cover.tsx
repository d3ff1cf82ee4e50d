import { useEffect, useRef, useState } from "react";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { COVER_HEIGHT, COVER_WIDTH, hasSpineOnRight } from "./cover-shape.ts";

type Drawing = typeof import("./cover-drawing.ts");

/** What draws covers. The browser starts without it, as the server has drawn the covers of the first page. */
let loaded: Drawing | null = import.meta.env.SSR ? await import("./cover-drawing.ts") : null;

async function loadDrawing(): Promise<Drawing | null> {
  try {
    loaded = await loadOptional(() => import("./cover-drawing.ts"));
  } catch {
    // Books are shown without covers.
  }
  return loaded;
}

interface CoverProps {
  title: string;
  author: string | null;
  /** Whether it is too small for texts. */
  isThumbnail?: boolean;
}

/**
 * A book cover: the picture that was sent, or else a drawing from the title and author, for which no image is stored or loaded. Both are
 * decorative, as the title and the author appear next to them as text, and equally large.
 */
export const BookCover = ({
  src,
  isInSight = false,
  ...drawn
}: CoverProps & {
  /** The path of the picture, if there is one. */
  src?: string | undefined;
  /** Whether the page begins with it: the picture is loaded at once. */
  isInSight?: boolean;
}) =>
  src === undefined ? (
    // The cover of another book is another element, which the server has not drawn.
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

/** Physical sides: the book's script decides where the spine is, not the direction of the page. */
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
    // Whoever uses the page may open one with other covers. All covers together add one listener of each type.
    for (const type of ["pointerover", "focusin"])
      document.addEventListener(type, loadDrawing, { once: true });
  }, [drawing]);
  return (
    <svg
      ref={cover}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      aria-hidden="true"
      className={edgesOf(title)}
      // React leaves what the server has drawn as it is.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes the texts in it
      dangerouslySetInnerHTML={{ __html: drawing?.drawCover(title, author, isThumbnail) ?? "" }}
    />
  );
}

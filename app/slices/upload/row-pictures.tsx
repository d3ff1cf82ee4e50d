/**
 * A row's picture in a list, or an empty space of its size, so that all texts are aligned.
 * @param isSmall whether the picture is in a table, where rows are low
 */
export function Thumbnail({ src, isSmall = false }: { src: string | null; isSmall?: boolean }) {
  const size = isSmall ? { width: 42, height: 28 } : { width: 72, height: 48 };
  const box = { ...size, className: "shrink-0 rounded-md bg-accent-soft" };
  if (src === null) return <svg aria-hidden="true" {...box} />;
  return <img src={src} alt="" loading="lazy" {...box} />;
}

/**
 * A row's picture on its page.
 * @param alt the text that describes the picture
 */
export const LargePicture = ({ src, alt }: { src: string; alt: string }) => (
  <img src={src} alt={alt} width={480} height={320} className="mb-6 w-full max-w-xl rounded-xl" />
);

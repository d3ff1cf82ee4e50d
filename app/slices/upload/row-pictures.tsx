/** A row's picture in a list, or an empty space of its size, so that all texts are aligned. */
export function Thumbnail({ src }: { src: string | null }) {
  const box = { width: 72, height: 48, className: "shrink-0 rounded-md bg-accent-soft" };
  if (src === null) return <svg aria-hidden="true" {...box} />;
  return <img src={src} alt="" loading="lazy" {...box} />;
}

/**
 * A row's picture on its page.
 * @param alt describes it
 */
export const LargePicture = ({ src, alt }: { src: string; alt: string }) => (
  <img src={src} alt={alt} width={480} height={320} className="mb-6 w-full max-w-xl rounded-xl" />
);

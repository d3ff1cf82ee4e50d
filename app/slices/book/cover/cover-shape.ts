/** The size of a cover, in the units of the drawing. */
export const COVER_WIDTH = 120;
export const COVER_HEIGHT = 180;

/**
 * How many covers are in sight when a list opens: one row on a wide screen, two rows on a phone. The other pictures can
 * load later.
 */
export const COVERS_IN_SIGHT = 5;

/** Whether the spine is on the right: the title begins with a script that is written from right to left. */
export const hasSpineOnRight = (title: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title);

/** What is known of a cover before it is drawn. */

/** In the units of the drawing. */
export const COVER_WIDTH = 120;
export const COVER_HEIGHT = 180;

/** How many covers a list of them begins with: a row of a wide screen, two of a phone. The pictures of the others can wait. */
export const COVERS_IN_SIGHT = 5;

/** Whether the spine is on the right: the title begins with a script that is written from there. */
export const hasSpineOnRight = (title: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title);

/** What is known of a cover before it is drawn. */

/** In the units of the drawing. */
export const COVER_WIDTH = 120;
export const COVER_HEIGHT = 180;

/** Whether the spine is on the right: the title begins with a script that is written from there. */
export const hasSpineOnRight = (title: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title);

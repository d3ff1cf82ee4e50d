/** Stands for "no genre" in the URL and in forms, where "" means that nothing is chosen. */
export const NO_GENRE = "none";

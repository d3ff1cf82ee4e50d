/** Stands for "no genre" in URLs and forms, where "" means that nothing is selected. */
export const NO_GENRE = "none";

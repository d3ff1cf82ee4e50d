/** The picture of a person: the paths of two square files. */
export interface PersonPicture {
  /** The file of 96 by 96 pixels, for a picture of 32 pixels on a page. */
  small: string;
  /** The file of 288 by 288 pixels, for a picture of 96 pixels on a page. */
  large: string;
}

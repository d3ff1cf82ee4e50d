/** The picture of a person: the paths of two square files. */
export interface PersonPicture {
  /** 96 pixels a side, for 32 on a page. */
  small: string;
  /** 288 pixels a side, for 96 on a page. */
  large: string;
}

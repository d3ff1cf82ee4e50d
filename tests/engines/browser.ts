/** The options with which a test starts a browser. */
export interface BrowserOptions {
  /** Whether pages run script. On by default. */
  script?: boolean;
  /** Whether pages may store cookies and other data. On by default. */
  cookies?: boolean;
}

/**
 * A browser with one tab, driven by WebDriver. It offers only what both Firefox and WebKit support. `Visit`
 * has the actions of a reader.
 */
export interface Browser {
  open(url: string): Promise<void>;
  /**
   * Runs a function in the page and returns its result. The function may use nothing from outside it. This
   * works without script, too.
   */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Clicks at a point of the window, in pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses one key, with or without Control held down. */
  press(key: Key, withControl?: boolean): Promise<void>;
  type(text: string): Promise<void>;
  /** Selects a file of this machine in a field. @param file its absolute path */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Sets the size of the page, in pixels. WebKit's MiniBrowser is at least 447 wide. */
  resize(width: number, height: number): Promise<void>;
  /** Sets a cookie for the site of the page. */
  setCookie(name: string, value: string): Promise<void>;
  /** Removes every cookie of the page's site, as if the browser were another device. */
  clearCookies(): Promise<void>;
  /** The errors in the console since the last call. */
  errors(): Promise<string[]>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The keys that are not characters, by their names in the DOM. */
export type Key = "Escape" | "Enter" | "Tab" | "Backspace" | "ArrowDown" | "k";

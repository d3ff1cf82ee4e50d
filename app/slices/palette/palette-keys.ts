/** The keys that open the palette, as their caps say. */
export const paletteKeys = (): [string, string] =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? ["⌘", "K"] : ["Ctrl", "K"];

/** The shortcut that opens the palette, as printed on the keys. */
export const paletteKeys = (): [string, string] =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? ["⌘", "K"] : ["Ctrl", "K"];

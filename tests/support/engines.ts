import { existsSync, globSync } from "node:fs";

const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** The Firefox for the tests of other browsers, or undefined if there is none. */
export const findFirefox = (): string | undefined =>
  firstOf([process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox"]);

/** The program that drives WebKitGTK and the MiniBrowser that comes with it, or undefined if one of them is missing. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = firstOf(["/usr/bin/WebKitWebDriver"]);
  const browser = firstOf(globSync("/usr/lib/*/webkit*/MiniBrowser"));
  // Unlike Firefox, WebKitGTK needs a screen, at least a virtual one.
  return driver && browser && firstOf(["/usr/bin/Xvfb"]) ? { driver, browser } : undefined;
}

/** The name of each engine, whether it is installed, and its Debian packages. */
export const ENGINES = {
  firefox: { name: "Firefox", isInstalled: () => Boolean(findFirefox()), packages: ["firefox-esr"] },
  webkit: {
    name: "WebKitGTK",
    isInstalled: () => Boolean(findWebKit()),
    packages: ["webkit2gtk-driver", "xvfb"],
  },
};

export type EngineKey = keyof typeof ENGINES;

import { type Position, type PositionName, positionCookie } from "#app/core/http/bookmarks.server.ts";
import type { Visitor } from "./visitor.ts";

const NAMES: PositionName[] = ["last-write", "last-read"];

/** Makes a browser's records of the database this many milliseconds older. */
export async function ageBy(visitor: Visitor, milliseconds: number): Promise<void> {
  const { settings, url } = visitor.worker;
  for (const name of NAMES) {
    const cookie = positionCookie(name, settings, new URL(url));
    const position: Position | null = await cookie.parse(`${name}=${visitor.cookies.get(name)}`);
    if (!position) continue;
    const line = await cookie.serialize({ ...position, confirmedAt: position.confirmedAt - milliseconds });
    visitor.cookies.set(name, /=([^;]*)/.exec(line)?.[1] as string);
  }
}

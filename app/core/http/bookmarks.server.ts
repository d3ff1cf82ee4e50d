import type { RouterContextProvider } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { newestOf, type ReadStart } from "#app/core/db/replicated-database.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import type { Settings } from "#app/settings.ts";
import { signedCookie } from "./signed-cookie.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * For how long a browser may read from replicas without asking the primary (docs/product.md, Numbers): nobody sees
 * anything older than that. Milliseconds.
 */
const PRIMARY_INTERVAL = 5 * MINUTE;
/**
 * For how long a browser that has written reads from the primary: a replica may lag behind for longer than the primary
 * is away. Milliseconds.
 */
const AFTER_WRITE = 10 * 1000;

/** How far the database was when a browser last wrote or read, and when the primary last confirmed it. */
export interface Position {
  bookmark: string;
  /** Milliseconds since 1970. */
  confirmedAt: number;
}

export type PositionName = "last-write" | "last-read";

/** What a browser carries. Each is null without its cookie, or if that is too old. */
export type Positions = Record<PositionName, Position | null>;

/**
 * The cookie that carries a position. There are two, because a read that began before a write and is answered after it
 * must not overwrite what the write has left.
 */
export const positionCookie = (name: PositionName, settings: Settings, origin: URL) =>
  signedCookie(name, settings, origin, PRIMARY_INTERVAL / 1000);

const cookieOf = (context: Context, name: PositionName) =>
  positionCookie(name, context.get(settingsContext), context.get(platformContext).origin);

/** What the browser of a request carries. */
export async function readPositions(request: Request, context: Context): Promise<Positions> {
  const { now } = context.get(platformContext);
  const read = async (name: PositionName): Promise<Position | null> => {
    const position: Position | null = await cookieOf(context, name).parse(request.headers.get("Cookie"));
    return position && now - position.confirmedAt < PRIMARY_INTERVAL ? position : null;
  };
  return { "last-write": await read("last-write"), "last-read": await read("last-read") };
}

/** When the primary last confirmed what a browser carries. Milliseconds since 1970. */
export const confirmedAtOf = (positions: Positions) =>
  Math.max(...Object.values(positions).map((position) => position?.confirmedAt ?? 0));

/** The Set-Cookie line that lets a browser carry a position. */
export const carryPosition = (context: Context, name: PositionName, position: Position) =>
  cookieOf(context, name).serialize(position);

/** The Set-Cookie lines that make a browser forget what it carries. */
export function dropPositions(context: Context, positions: Positions): Promise<string[]> {
  const names = (["last-write", "last-read"] as const).filter((name) => positions[name]);
  return Promise.all(names.map((name) => cookieOf(context, name).serialize("", { maxAge: 0 })));
}

/**
 * Where a browser's read of what may lag begins.
 * @param signedIn whether it has a session. Visitors see nothing that a ban or a revocation could take from them.
 * @param now milliseconds since 1970
 */
export function startOfRead(positions: Positions, signedIn: boolean, now: number): ReadStart {
  const { "last-write": lastWrite, "last-read": lastRead } = positions;
  if (lastWrite && now - lastWrite.confirmedAt < AFTER_WRITE) return "first-primary";
  const bookmark = newestOf([lastWrite?.bookmark, lastRead?.bookmark]);
  if (bookmark) return { bookmark };
  return signedIn ? "first-primary" : "first-unconstrained";
}

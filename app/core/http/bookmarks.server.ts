import type { RouterContextProvider } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { newestOf, type ReadStart } from "#app/core/db/replicated-database.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { signedCookie } from "./signed-cookie.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * For how long a browser may read from replicas without asking the primary (docs/product.md, Numbers). Nobody sees data
 * that is older than this. Milliseconds.
 */
const PRIMARY_INTERVAL = 5 * MINUTE;
/**
 * For how long a browser reads from the primary after a write. During this time, waiting until a replica has the write
 * may take longer than a trip to the primary. Milliseconds.
 */
const AFTER_WRITE = 10 * 1000;

/** The state of the database when a browser last wrote or read, and when the primary last confirmed it. */
export interface Position {
  bookmark: string;
  /** Milliseconds since 1970. */
  confirmedAt: number;
  /** When the write was done, for the last write. Milliseconds since 1970. */
  writtenAt?: number;
  /** Whether a request has failed since the write. Reads then ask the primary. */
  failedSince?: true;
  /** The data centre of the last read; null if unknown. */
  place?: string | null;
  /** The newest bookmark that this browser had seen when it came to that data centre. */
  floor?: string | null;
}

/** Which position it is: the one recorded after the browser's last write, or after its last read. */
export type PositionName = "last-write" | "last-read";

/** The positions in a browser's cookies. Each is null if its cookie is missing or too old. */
export type Positions = Record<PositionName, Position | null>;

/**
 * The cookie that holds a position. There are two, because the response to a read that started before a write must not
 * overwrite the write's position.
 */
const cookieOf = (context: Context, name: PositionName) =>
  signedCookie(
    name,
    context.get(settingsContext),
    context.get(platformContext).origin,
    PRIMARY_INTERVAL / 1000,
  );

/** Reads the positions from a request's cookies. */
export async function readPositions(request: Request, context: Context): Promise<Positions> {
  const { now } = context.get(platformContext);
  const read = async (name: PositionName): Promise<Position | null> => {
    const position: Position | null = await cookieOf(context, name).parse(request.headers.get("Cookie"));
    return position && now - position.confirmedAt < PRIMARY_INTERVAL ? position : null;
  };
  return { "last-write": await read("last-write"), "last-read": await read("last-read") };
}

/** When the primary last confirmed one of these positions. Milliseconds since 1970. */
export const confirmedAtOf = (positions: Positions) =>
  Math.max(...Object.values(positions).map((position) => position?.confirmedAt ?? 0));

/**
 * The state that a cached copy in this data centre must show. A browser that comes from another data centre may have
 * seen a newer state there.
 */
export const floorAt = (place: string | null, lastRead: Position | null): string | null =>
  (lastRead && (lastRead.place === place ? lastRead.floor : lastRead.bookmark)) ?? null;

/** The Set-Cookie header that stores a position in the browser. */
export const carryPosition = (context: Context, name: PositionName, position: Position) =>
  cookieOf(context, name).serialize(position);

/** The Set-Cookie headers that delete a browser's positions. */
export function dropPositions(context: Context, positions: Positions): Promise<string[]> {
  const names = (["last-write", "last-read"] as const).filter((name) => positions[name]);
  return Promise.all(names.map((name) => cookieOf(context, name).serialize("", { maxAge: 0 })));
}

/**
 * Where a browser's read starts on a page that may be slightly out of date.
 * @param signedIn whether the browser has a session. Visitors see nothing that a ban or a revocation could
 *   take from them.
 * @param now milliseconds since 1970
 */
export function startOfRead(positions: Positions, signedIn: boolean, now: number): ReadStart {
  const { "last-write": lastWrite, "last-read": lastRead } = positions;
  if (lastWrite && (lastWrite.failedSince || now - lastWrite.confirmedAt < AFTER_WRITE))
    return "first-primary";
  const bookmark = newestOf([lastWrite?.bookmark, lastRead?.bookmark]);
  if (bookmark) return { bookmark };
  return signedIn ? "first-primary" : "first-unconstrained";
}

import type { RouterContextProvider } from "react-router";
import { SENT_LOGOS } from "#app/logos.server.ts";

/** A row for a page: with the path of its logo, or null if it has none, instead of the logo's id. */
type WithLogo<Row> = Omit<Row, "logoId"> & { logo: string | null };

/** Replaces the id of an organisation's logo by the path of the logo, for a page. */
export async function withLogo<Row extends { logoId: string | null }>(
  context: Readonly<RouterContextProvider>,
  { logoId, ...row }: Row,
): Promise<WithLogo<Row>> {
  const [place] = SENT_LOGOS;
  const logo = logoId === null ? null : await place?.(context, logoId);
  return { ...row, logo: logo?.large ?? null };
}

/** Replaces the id of each organisation's logo by the path of the logo, for a page. */
export const withLogos = <Row extends { logoId: string | null }>(
  context: Readonly<RouterContextProvider>,
  rows: readonly Row[],
): Promise<WithLogo<Row>[]> => Promise.all(rows.map((row) => withLogo(context, row)));

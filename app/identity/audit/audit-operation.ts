import { href } from "react-router";

/** The search parameter with the id of a summary entry. The audit log then lists the entries that it summarises. */
export const OPERATION = "operation";

/** The path of the audit log with the entries that a summary entry summarises. */
export const partsPath = (id: string) =>
  `${href("/manager/audit")}?${new URLSearchParams({ [OPERATION]: id })}`;

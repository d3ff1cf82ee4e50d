import { href } from "react-router";

/** The search parameter of the audit log that has the id of an entry which stands for others: it lists these. */
export const OPERATION = "operation";

/** Where the audit log lists what an entry stands for. */
export const partsPath = (id: string) =>
  `${href("/manager/audit")}?${new URLSearchParams({ [OPERATION]: id })}`;

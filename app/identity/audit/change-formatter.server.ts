import type { ParseKeys } from "i18next";
import type { RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { ENTITY_NAMES, type Entity } from "#app/entities.ts";
import type { AuditedChange } from "#app/identity/tables/audit-log.ts";
import type { AuditEntry } from "./audit-list.server.ts";

/** A change as the audit log shows it. Null: there was no value, or there is none now. */
export interface FormattedChange {
  field: string;
  from: string | null;
  to: string | null;
}

/**
 * Formats the changes of entries in the reader's language: the labels of the entity's form, and its labels for values.
 * @param others namespaces to look in for labels that the entity does not have
 */
export function changeFormatter(
  context: Readonly<RouterContextProvider>,
  others: readonly string[] = [],
): (entry: Pick<AuditEntry, "action" | "changes">) => FormattedChange[] {
  const i18n = context.get(i18nContext);
  const time = timeFormatter(context);
  // Translates the first key that exists. Old entries may have a field or a value that this version doesn't know.
  const known = (...keys: string[]) => {
    const key = keys.find((candidate) => i18n.exists(candidate));
    return key === undefined ? null : i18n.t(key as ParseKeys);
  };
  const words = (namespaces: string[], field: string, value: AuditedChange[1]): string | null => {
    if (value === null) return null;
    if (typeof value === "boolean") return i18n.t(value ? "common:yes" : "common:no");
    // The names of columns with a time end in "At".
    if (typeof value === "number") return field.endsWith("At") ? time(value) : String(value);
    const keys = namespaces.flatMap((name) => [
      `${name}:choices.${field}.${value}`,
      `${name}:${field}s.${value}`,
    ]);
    return known(...keys) ?? value;
  };
  return ({ action, changes }) => {
    const [subject = ""] = action.split(".");
    // Fields without a label in these namespaces belong to a user.
    const namespaces = [subject, ...others, "user"];
    return (changes ?? []).map(([field, from, to]) => ({
      field: known(...namespaces.map((name) => `${name}:fields.${field}`)) ?? field,
      from: words(namespaces, field, from),
      to: words(namespaces, field, to),
    }));
  };
}

/** The entity that an action is about, by its prefix; "user" if it has no entity's prefix. */
export const entityOf = (action: string): Entity =>
  ENTITY_NAMES.find((name) => action.startsWith(`${name}.`)) ?? "user";

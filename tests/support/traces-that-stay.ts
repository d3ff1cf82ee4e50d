import { getTableConfig } from "drizzle-orm/sqlite-core";
import { tablesInOrder } from "#scripts/lib/table-order.ts";

/** The names of all tables. A product without some slices lacks their tables. */
const TABLES = tablesInOrder().map((table) => getTableConfig(table).name);

/**
 * The traces of a person that outlive their account: in which rows and columns, for how many days, and why.
 * "*" stands for all columns, because the row belongs to another person. With `forgets`, the row stays as
 * long as its owner, but no longer names the person.
 */
export const STAYS: { rows: string; columns: string[]; days: number; why: string; forgets?: boolean }[] = [
  ...["actor_id", "as_user_id", "subject_id"].map((names) => ({
    rows: `audit_log@${names}`,
    columns: [
      ...[
        "id",
        "request_id",
        "actor_label",
        "as_user_label",
        "action",
        "subject_label",
        "code",
        "part_of",
        "tenant_id",
      ],
      // The name of the token is removed if the person is the actor, and the changes are removed if they are
      // the subject.
      ...(names === "actor_id" ? [] : ["token_name"]),
      ...(names === "subject_id" ? [] : ["changes"]),
    ],
    days: 365,
    why: "The log says who did what, by id and address.",
  })),
  ...["email", "mailbox", "user_id"].map((names) => ({
    rows: `login_challenges@${names}`,
    columns: ["id", "purpose", "device_id", "code_mac", "link_hash", "session_id"],
    days: 1,
    why: "They count how many codes an address was sent and how many were tried.",
  })),
  ...["email", "user_id"].map((names) => ({
    rows: `notices@${names}`,
    columns: ["id", "about", "details", "language", "time_zone"],
    days: 30,
    why: "Whoever takes an account over could otherwise delete it, and with it the warning.",
  })),
  {
    rows: "sessions@impersonated_user_id",
    columns: ["*"],
    days: 1,
    why: "It is the administrator's session.",
  },
  ...["email", "begun_by", "confirmed_by"].map((names) => ({
    rows: `factor_resets@${names}`,
    columns: ["*"],
    days: 30,
    why: "It is a reset of another person's factors.",
  })),
  {
    rows: "shares@email",
    columns: ["*"],
    days: 365,
    why: "It is another person's list of the links that they have sent.",
  },
  {
    rows: "organisation_invitations@email",
    columns: ["*"],
    days: 30,
    why: "It is another person's list of whom they have invited.",
  },
  {
    rows: "bounces@email",
    columns: ["reason"],
    days: 180,
    why: "Mail comes back from an address whether it has an account or not.",
  },
  {
    rows: "files@user_id",
    columns: ["id"],
    days: 1,
    why: "The jobs that delete the files name them. The second one is due after a day.",
  },
  {
    rows: "holdings@user_id",
    columns: ["*"],
    days: Number.POSITIVE_INFINITY,
    why: "The shelf is the organisation's.",
    forgets: true,
  },
  ...["old_email", "new_email"].map((names) => ({
    rows: `email_changes@${names}`,
    columns: ["*"],
    days: 30,
    why: "It is another person's change of address.",
  })),
].filter(({ rows }) => TABLES.includes(rows.replace(/@.*/, "")));

/** What a backup includes of a table: all rows, those that match a condition (SQL), or none. */
export type BackupDecision = "all" | { only: string; because: string } | { leftOut: string };

/** The decision for each table, by the table's name in the code. */
export type BackupDecisions = Readonly<Record<string, BackupDecision>>;

/** Whether a backup holds a table: all of its rows, those that a condition (SQL) is true for, or none. */
export type BackupDecision = "all" | { only: string; because: string } | { leftOut: string };

/** The decisions about tables, by their names in the code. */
export type BackupDecisions = Readonly<Record<string, BackupDecision>>;

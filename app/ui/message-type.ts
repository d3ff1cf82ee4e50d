/** What a message is about (SPEC.md section 4). One of type "loading" stands until something else is said. */
export type MessageType = "success" | "info" | "warning" | "error" | "loading";

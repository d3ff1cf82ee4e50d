import type { ExecutionContext, MessageBatch, ScheduledController } from "@cloudflare/workers-types";
import type { Bindings } from "./bindings.ts";

/** The handlers that Cloudflare calls. */
export interface Worker {
  fetch(request: Request, env: Bindings, execution: ExecutionContext): Promise<Response>;
  queue(batch: MessageBatch, env: Bindings, execution: ExecutionContext): Promise<void>;
  scheduled(controller: ScheduledController, env: Bindings, execution: ExecutionContext): Promise<void>;
}

import { fillHooks } from "#app/identity/hooks/hooks.server.ts";
import { HOOKS } from "#app/slices.server.ts";

// In the worker, the entry point fills the hooks. Unit tests run parts of the worker without it.
fillHooks(HOOKS);

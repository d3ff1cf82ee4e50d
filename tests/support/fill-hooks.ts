import { fillHooks } from "#app/identity/hooks/hooks.server.ts";
import { HOOKS } from "#app/slices.server.ts";

// Unit tests run parts of the worker without its entry point, which does this.
fillHooks(HOOKS);

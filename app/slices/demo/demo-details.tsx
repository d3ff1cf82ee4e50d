import { lazy } from "react";
import { isDemoRefusal } from "./demo-refusal.ts";

/** Loaded on first use, because only the demo needs it. */
const DemoNotice = lazy(() => import("./demo-notice.tsx"));

/**
 * The details of the demo's refusal on an error page, for browsers without script.
 * @param refusal the data of an error response
 */
export const demoDetails = (refusal: unknown) => isDemoRefusal(refusal) && <DemoNotice {...refusal} />;

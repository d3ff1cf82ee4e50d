import type { ComponentType, ReactNode } from "react";
import type { ProofParts } from "#app/identity/proof/proof-parts-context.ts";
import { demoDetails } from "#app/slices/demo/demo-details.tsx";
import { DemoPopups } from "#app/slices/demo/demo-popups.tsx";
import { ImpersonationBanner } from "#app/slices/impersonation/impersonation-banner.tsx";

// What the slices show, in this order (docs/architecture.md, Hooks).

/** Around every page. */
export const ABOVE_PAGES: readonly ComponentType[] = [ImpersonationBanner];
export const BELOW_PAGES: readonly ComponentType[] = [DemoPopups];

/** What an error page says beyond the message of a refusal, given its data. */
export const ERROR_DETAILS: readonly ((refusal: unknown) => ReactNode)[] = [demoDetails];

/** What the step that asks for a proof loads. */
export const PROOF_PARTS: ProofParts = { passkey: () => import("#app/slices/passkey/passkey-proof.tsx") };

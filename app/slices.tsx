import type { ComponentType, ReactNode } from "react";
import type { ProofParts } from "#app/identity/proof/proof-parts-context.ts";
import { demoDetails } from "#app/slices/demo/demo-details.tsx";
import { DemoPopups } from "#app/slices/demo/demo-popups.tsx";
import { ImpersonationBanner } from "#app/slices/impersonation/impersonation-banner.tsx";

// The components that slices show, in this order (docs/architecture.md, Hooks).

export const ABOVE_PAGES: readonly ComponentType[] = [ImpersonationBanner];
export const BELOW_PAGES: readonly ComponentType[] = [DemoPopups];

/** The details that an error page adds to a refusal's message, from the refusal's data. */
export const ERROR_DETAILS: readonly ((refusal: unknown) => ReactNode)[] = [demoDetails];

/** The components that the step that asks for a proof loads. */
export const PROOF_PARTS: ProofParts = { passkey: () => import("#app/slices/passkey/passkey-proof.tsx") };

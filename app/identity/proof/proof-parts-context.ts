import { type ComponentType, createContext } from "react";
import type { ProofStepData } from "./proof-step-data.ts";

/** What a button needs that asks for a passkey, and sends the form again with its answer. */
export type PasskeyProofProps = Pick<ProofStepData, "action" | "fields"> & {
  passkey: NonNullable<ProofStepData["passkey"]>;
};

/** What slices add to the step, loaded when it is shown. Set by the root. */
export interface ProofParts {
  passkey?: () => Promise<{ default: ComponentType<PasskeyProofProps> }>;
}

export const ProofPartsContext = createContext<ProofParts>({});

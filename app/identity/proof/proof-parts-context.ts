import { type ComponentType, createContext } from "react";
import type { ProofStepData } from "./proof-step-data.ts";

/** The props of the button that asks for a passkey, and sends the form again with the proof. */
export type PasskeyProofProps = Pick<ProofStepData, "action" | "fields"> & {
  passkey: NonNullable<ProofStepData["passkey"]>;
};

/** The slices' parts of the step, loaded when it is shown. Set by the root. */
export interface ProofParts {
  passkey?: () => Promise<{ default: ComponentType<PasskeyProofProps> }>;
}

export const ProofPartsContext = createContext<ProofParts>({});

import { createContext } from "react";

/** Opens the attempts of a transaction, or folds them away. */
export const ToggleAttempts = createContext<(id: string) => void>(() => {});

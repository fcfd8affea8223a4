import { achSentence } from "@countinghouse/validators/banking-days";
import { useState } from "react";

/** Returns when a bank transfer goes out and settles, as of the time when the component was opened. */
export function useSettlement(): string {
  const [openedAt] = useState(() => new Date());
  return achSentence(openedAt);
}

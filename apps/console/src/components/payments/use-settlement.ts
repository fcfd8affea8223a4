import { achSentence } from "@countinghouse/validators/banking-days";
import { useState } from "react";

/** When a bank transfer that is sent from here goes out and settles, as it was when this was opened. */
export function useSettlement(): string {
  const [openedAt] = useState(() => new Date());
  return achSentence(openedAt);
}

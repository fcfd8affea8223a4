import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { createContext, use } from "react";
import type { ReviewRow } from "./review-rows.ts";
import type { Review } from "./use-review.ts";

type State = {
  review: Review;
  screen: BulkScreen;
  /** Why nothing may be changed now. */
  disabledReason: string | null;
  askToCancel: () => void;
  askToRemove: (row: ReviewRow) => void;
};

const Context = createContext<State | null>(null);

export const ReviewContext = Context.Provider;

export function useReviewContext(): State {
  const state = use(Context);
  if (state === null) throw new Error("The row stands outside of its list.");
  return state;
}

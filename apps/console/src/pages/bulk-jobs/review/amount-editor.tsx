import { type KeyboardEvent, useEffect, useRef } from "react";
import { Input } from "@/ui/input.tsx";
import { type ReviewRow, whyNotEdit } from "./review-rows.ts";
import { AMOUNT_TITLE, type Editing, type Review } from "./use-review.ts";

export const AMOUNT_ERROR_ID = "bulk-amount-error";

type AmountEditorProps = { row: ReviewRow; editing: Editing; review: Review; askToCancel: () => void };

/** The amount of one row, in dollars. Enter saves, Tab saves and goes on to the next, Esc asks whether to cancel. */
export function AmountEditor({ row, editing, review, askToCancel }: AmountEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const goOn = (event: KeyboardEvent) => {
    const { shown } = review;
    const at = shown.findIndex(({ userId }) => userId === row.userId);
    const next = shown.slice(at + 1).find((each) => whyNotEdit(each) === null);
    if (next === undefined) return;
    event.preventDefault();
    if (review.save()) review.edit(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Tab" && !event.shiftKey) return goOn(event);
    if (event.key !== "Enter" && event.key !== "Escape") return undefined;
    event.preventDefault();
    if (event.key === "Enter") review.save();
    else askToCancel();
    return undefined;
  };
  return (
    <Input
      ref={input}
      aria-label={`${AMOUNT_TITLE} of user ${row.userId}`}
      aria-invalid={editing.error !== null || undefined}
      aria-describedby={editing.error === null ? undefined : AMOUNT_ERROR_ID}
      className="text-right"
      inputMode="decimal"
      autoComplete="off"
      value={editing.text}
      onChange={(event) => review.type(event.target.value)}
      onKeyDown={press}
    />
  );
}

import { pleaseInput } from "@countinghouse/validators/general-messages";
import { centsToInput, parseCents } from "@countinghouse/validators/money";
import { useMemo, useState } from "react";
import type { PreviewRow } from "@/components/batches/types.ts";
import {
  type Changes,
  NO_CHANGES,
  type ReviewRow,
  type ReviewTab,
  reviewRows,
  reviewTotals,
  tabCounts,
} from "./review-rows.ts";

/** The amount that is being changed, as typed, and what is wrong with it once that was told. */
export type Editing = { userId: number; text: string; error: string | null };

export const AMOUNT_TITLE = "Payment Amount";

/** A list while it is reviewed: what is chosen, changed and taken off it. */
export function useReview(rows: readonly PreviewRow[]) {
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [tab, setTab] = useState<ReviewTab>("all");
  const reviewed = useMemo(() => reviewRows(rows, changes), [rows, changes]);

  const choose = (userIds: readonly number[], isChosen: boolean) =>
    setChanges((before) => {
      const chosen = new Map(before.chosen);
      for (const userId of userIds) chosen.set(userId, isChosen);
      return { ...before, chosen };
    });
  const setRemoved = (userId: number, isRemoved: boolean) =>
    setChanges((before) => {
      const removed = new Set(before.removed);
      if (isRemoved) removed.add(userId);
      else removed.delete(userId);
      return { ...before, removed };
    });
  return {
    rows: reviewed,
    shown: tab === "all" ? reviewed : reviewed.filter(({ level }) => level === tab),
    counts: tabCounts(reviewed),
    totals: reviewTotals(reviewed),
    isChanged: changes !== NO_CHANGES,
    tab,
    setTab,
    editing,
    edit: ({ userId, amountCents }: ReviewRow) =>
      setEditing({ userId, text: amountCents === null ? "" : centsToInput(amountCents), error: null }),
    type: (text: string) => setEditing((before) => before && { ...before, text, error: null }),
    stopEditing: () => setEditing(null),
    /** Takes the amount over; false when it is none. */
    save: (): boolean => {
      if (editing === null) return true;
      const cents = parseCents(editing.text);
      if (cents === null || cents === 0) {
        setEditing({ ...editing, error: pleaseInput(AMOUNT_TITLE) });
        return false;
      }
      setChanges((before) => ({ ...before, amounts: new Map(before.amounts).set(editing.userId, cents) }));
      setEditing(null);
      return true;
    },
    choose,
    remove: (userId: number) => setRemoved(userId, true),
    restore: (userId: number) => setRemoved(userId, false),
  };
}

export type Review = ReturnType<typeof useReview>;

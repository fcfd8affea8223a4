import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { LockIcon, OctagonXIcon, TriangleAlertIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { canRemoveRows } from "@/components/batches/bulk-kinds.ts";
import { FactLink } from "@/components/batches/fact-link.tsx";
import { TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { cn } from "@/lib/cn.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { RowMenu } from "@/table/row-menu.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { AMOUNT_ERROR_ID, AmountEditor } from "./amount-editor.tsx";
import { type ReviewRow, whyNotChoose, whyNotEdit } from "./review-rows.ts";
import type { Review } from "./use-review.ts";

export type ReviewActions = {
  review: Review;
  screen: BulkScreen;
  /** Why nothing may be changed now. */
  disabledReason: string | null;
  askToCancel: () => void;
  askToRemove: (row: ReviewRow) => void;
};

type CellProps = ReviewActions & { row: ReviewRow };

export function ChooseCell({ row, review, disabledReason }: CellProps) {
  const whyNot = whyNotChoose(row);
  return (
    <Checkbox
      aria-label={`Choose user ${row.userId}`}
      title={whyNot ?? undefined}
      checked={row.isSelected}
      disabled={whyNot !== null || disabledReason !== null}
      onCheckedChange={(isChosen) => review.choose([row.userId], isChosen)}
    />
  );
}

/** The amount, or the field to change it in. A click begins to change it. */
export function AmountCell({ row, review, disabledReason, askToCancel }: CellProps) {
  const { editing } = review;
  if (editing?.userId === row.userId)
    return <AmountEditor row={row} editing={editing} review={review} askToCancel={askToCancel} />;
  const isFixed = whyNotEdit(row) !== null || disabledReason !== null || editing !== null;
  const amount = (
    <>
      {row.isEdited && <span className="mr-1.5 text-2xs text-muted-foreground">edited</span>}
      <MoneyCell cents={row.amountCents} />
    </>
  );
  if (isFixed) return amount;
  return (
    // The keyboard has the pencil of the row for it.
    <button type="button" tabIndex={-1} className="w-full text-right" onClick={() => review.edit(row)}>
      {amount}
    </button>
  );
}

/** What has to be known before the row goes. */
export function ReasonsCell({ row, review: { editing } }: CellProps) {
  if (editing?.userId === row.userId && editing.error !== null)
    return (
      <span id={AMOUNT_ERROR_ID} role="alert" className="font-medium text-danger-fg">
        {editing.error}
      </span>
    );
  const text = row.allReasons.map(({ message }) => message).join(" · ");
  if (row.level === "ready") return <StatusBadge tone="success">Ready</StatusBadge>;
  const isBlocked = row.level === "blocked";
  const Icon = isBlocked ? OctagonXIcon : TriangleAlertIcon;
  return (
    <span className="flex items-center gap-2" title={text}>
      <Icon aria-hidden className={cn("size-4 shrink-0", isBlocked ? "text-danger-fg" : "text-warning-fg")} />
      <span className={TWO_LINES_CLASS}>
        <span className="sr-only">{isBlocked ? "Blocked: " : "Needs review: "}</span>
        {text}
      </span>
      <span className="ml-auto flex shrink-0 flex-col text-xs">
        {row.allReasons.flatMap(({ code, fact }) =>
          fact === null ? [] : <FactLink key={code} fact={fact} />,
        )}
      </span>
    </span>
  );
}

export function ActionsCell({ row, review, screen, disabledReason, askToCancel, askToRemove }: CellProps) {
  const { editing } = review;
  const isEditing = editing?.userId === row.userId;
  const menu = useFocusAfter(isEditing, editing === null);
  if (isEditing)
    return (
      <span className="flex gap-1">
        <Button size="small" variant="primary" onClick={review.save}>
          Save
        </Button>
        <Button size="small" onClick={askToCancel}>
          Cancel
        </Button>
      </span>
    );
  if (row.requestedAt !== null)
    return (
      <span className="flex items-center gap-1 text-xs text-muted-foreground">
        <LockIcon aria-hidden className="size-3.5" />
        already requested
      </span>
    );
  const busy = editing === null ? null : "Save or cancel the other row first.";
  return (
    <RowMenu
      ref={menu}
      of={`user ${row.userId}`}
      actions={[
        {
          label: "Edit the amount",
          disabledReason: disabledReason ?? whyNotEdit(row) ?? busy,
          onClick: () => review.edit(row),
        },
        canRemoveRows(screen)
          ? { label: "Remove", disabledReason: disabledReason ?? busy, onClick: () => askToRemove(row) }
          : null,
      ]}
    />
  );
}

/** Where the focus goes once a row is no longer edited, and no other one is. */
function useFocusAfter(isEditing: boolean, isNoneEdited: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && isNoneEdited) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, isNoneEdited]);
  return button;
}

/** Chooses all that are shown and can be chosen, or none of them. */
export function ChooseAll({ review, disabledReason }: ReviewActions) {
  const able = review.shown.filter((row) => whyNotChoose(row) === null);
  const chosen = able.filter(({ isSelected }) => isSelected).length;
  return (
    <Checkbox
      aria-label="Choose all that are shown"
      checked={able.length > 0 && chosen === able.length}
      indeterminate={chosen > 0 && chosen < able.length}
      disabled={able.length === 0 || disabledReason !== null}
      onCheckedChange={(isChosen) =>
        review.choose(
          able.map(({ userId }) => userId),
          isChosen,
        )
      }
    />
  );
}

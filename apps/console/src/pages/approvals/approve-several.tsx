import { approvals } from "@countinghouse/validators/approvals/contract";
import { APPROVAL_TEXTS, MOST_APPROVED_AT_ONCE } from "@countinghouse/validators/approvals/rules";
import { formatCents } from "@countinghouse/validators/money";
import { useId, useState } from "react";
import { errorDetails } from "@/api/errors.ts";
import { useCommand } from "@/api/use-command.ts";
import type { Approval } from "@/components/approvals/approval.ts";
import { toast } from "@/lib/toast.ts";
import type { SelectionActions } from "@/table/selection.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { Input, Label } from "@/ui/input.tsx";

/**
 * Returns the largest group of one kind that this admin may decide, at most MOST_APPROVED_AT_ONCE. A group of one is left out, because it
 * is decided alone.
 */
export function likeItems(items: readonly Approval[]): readonly Approval[] {
  const mine = items.filter(({ whyNotDecide }) => whyNotDecide === null);
  const kinds = Array.from(Map.groupBy(mine, ({ action }) => action).values());
  const most = kinds.toSorted((one, other) => other.length - one.length)[0] ?? [];
  return most.length < 2 ? [] : most.slice(0, MOST_APPROVED_AT_ONCE);
}

/** Approves the largest group of one kind together, after the admin has typed its number. */
export function ApproveSeveral({ items }: { items: readonly Approval[] }) {
  const [asked, setAsked] = useState<readonly Approval[] | null>(null);
  const like = likeItems(items);
  return (
    <>
      <Button
        disabledReason={like.length === 0 ? "No two requests of one type are waiting for you." : null}
        onClick={() => setAsked(like)}
      >
        Approve several
      </Button>
      {asked && <AskSeveral items={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Offers to approve the selected requests together, and clears the selection after that. */
export const approveSelected: SelectionActions<Approval> = (chosen, _count, clear) =>
  chosen.isAll ? null : <ApproveSelected selected={[...chosen.rows.values()]} onDone={clear} />;

type ApproveSelectedProps = { selected: readonly Approval[]; onDone: () => void };

/** Approves the selected requests together, after the admin has typed their number. They must be of one kind and open to this admin. */
function ApproveSelected({ selected, onDone }: ApproveSelectedProps) {
  const [asked, setAsked] = useState<readonly Approval[] | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabledReason={whyNotSelected(selected)}
        onClick={() => setAsked(selected)}
      >
        Approve selected
      </Button>
      {asked && <AskSeveral items={asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Returns why the selected requests cannot be approved together, or null. */
function whyNotSelected(selected: readonly Approval[]): string | null {
  const whyNot = selected.find(({ whyNotDecide }) => whyNotDecide !== null)?.whyNotDecide ?? null;
  if (whyNot !== null) return whyNot;
  if (new Set(selected.map(({ action }) => action)).size > 1) return APPROVAL_TEXTS.unlike;
  if (selected.length < 2) return "Select two or more. Open a single request instead.";
  return selected.length > MOST_APPROVED_AT_ONCE ? `Select at most ${MOST_APPROVED_AT_ONCE}.` : null;
}

type AskSeveralProps = { items: readonly Approval[]; onDone?: () => void; onClose: () => void };

function AskSeveral({ items, onDone, onClose }: AskSeveralProps) {
  const countId = useId();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const approve = useCommand(approvals.approveMany, {
    onSuccess: (outcomes) => {
      const failed = outcomes.filter(({ whyNot }) => whyNot !== null);
      const text = `${outcomes.length - failed.length} of ${outcomes.length} were approved and completed.`;
      if (failed.length === 0) toast.success(text);
      else toast.error(text, { description: failed[0]?.whyNot ?? "" });
      onClose();
      onDone?.();
    },
    onError: (error) => setProblem(errorDetails(error).message),
    failure: null,
    isPendingUntilRead: true,
  });
  const sumCents = items.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return (
    <AlertDialog
      title={`Approve ${items.length}?`}
      confirmLabel="Approve"
      confirmDisabledReason={typed.trim() === String(items.length) ? null : "Type the number of requests."}
      focus="cancel"
      pending={approve.isPending}
      onConfirm={() =>
        approve.mutate({
          items: items.map(({ id, effectHash }) => ({ approvalId: id, effectHash })),
          typedCount: items.length,
        })
      }
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p>
          {items.length} of one type, {formatCents(sumCents)} in total. Each runs separately, as shown.
        </p>
        <ul className="grid max-h-60 gap-1 overflow-y-auto">
          {items.map(({ id, title, userId, userName }) => (
            <li key={id}>
              {title}
              {userId !== null && `: ${userId} ${userName ?? ""}`}
            </li>
          ))}
        </ul>
        <div className="grid gap-1.5">
          <Label htmlFor={countId}>Type the number: {items.length}</Label>
          <Input
            id={countId}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        {problem !== null && (
          <Alert tone="danger" live="assertive">
            {problem}
          </Alert>
        )}
      </div>
    </AlertDialog>
  );
}

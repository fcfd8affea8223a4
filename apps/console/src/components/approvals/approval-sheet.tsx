import { approvals } from "@countinghouse/validators/approvals/contract";
import { APPROVAL_WORDS } from "@countinghouse/validators/approvals/rules";
import { denyForm } from "@countinghouse/validators/approvals/schemas";
import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useCommand } from "@/api/use-command.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import type { WholeApproval } from "./approval.ts";
import { ApprovalEffectView } from "./approval-effect.tsx";

type ApprovalSheetProps = { approvalId: string; onClose: () => void };

/** Shows an approval with its effect, and the buttons to decide it. */
export default function ApprovalSheet({ approvalId, onClose }: ApprovalSheetProps) {
  const [open, setOpen] = useState(true);
  const query = trpc.approvals.get.useQuery({ approvalId }, { staleTime: 0 });
  const { data, error } = query;
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent>
        <SheetHeader title={data?.title ?? "Approval"} description={data?.reasons.join(" ")} />
        <SheetBody>
          <UpdatedQuery what="the approval" query={query} />
          {data ? (
            <div className="grid gap-4">
              <ApprovalFacts approval={data} />
              <ApprovalEffectView effect={data.effect} />
            </div>
          ) : error ? (
            <EmptyState
              title={errorDetails(error).message}
              action={<Button onClick={() => void query.refetch()}>Retry</Button>}
            />
          ) : (
            <Skeleton className="h-40" />
          )}
        </SheetBody>
        {data?.state === "WAITING" && (
          <SheetFooter>
            <Decision approval={data} onDone={() => setOpen(false)} />
          </SheetFooter>
        )}
      </SheetContent>
    </Sheet>
  );
}

const at = (time: Date): string => `${formatNewYork(time, "dateTime")} ET`;

function ApprovalFacts({ approval }: { approval: WholeApproval }) {
  const { state, message, userId, userName, amountCents, madeBy, createdAt, expiresAt } = approval;
  const { decidedBy, decidedAt, effect } = approval;
  const reason = effect.changes.map(({ after }) => after?.reason).find((said) => typeof said === "string");
  return (
    <>
      {message !== "" && <Alert tone="warning">{message}</Alert>}
      <Facts
        facts={[
          ["State", APPROVAL_WORDS[state]],
          [
            "Customer",
            userId === null ? (
              <EmptyCell key="customer" />
            ) : (
              <Link
                key="customer"
                href={paths.userDetail({ id: userId })}
                className="rounded-sm text-link underline-offset-4 hover:underline"
              >
                <span className="id-text">{userId}</span> {userName}
              </Link>
            ),
          ],
          ["Amount", <MoneyCell key="amount" cents={amountCents} />],
          ["Requested by", `${madeBy}, ${at(createdAt)}`],
          ...(reason === undefined ? [] : [["Reason given", reason] as const]),
          [
            "Decided by",
            decidedBy && decidedAt ? `${decidedBy}, ${at(decidedAt)}` : <EmptyCell key="decided" />,
          ],
          ["Expires", at(expiresAt)],
        ]}
      />
    </>
  );
}

/** Shows Approve and Deny, and Withdraw to the maker. */
function Decision({ approval, onDone }: { approval: WholeApproval; onDone: () => void }) {
  const { id: approvalId, effectHash, amountCents, isMine, whyNotDecide } = approval;
  const [isDenying, setDenying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const whyNotWithdraw = useWhyNot("approvals.withdraw");
  const options = {
    onSuccess: onDone,
    onError: (error: unknown) => setProblem(errorDetails(error).message),
    failure: null,
    isPendingUntilRead: true,
  };
  const approve = useCommand(approvals.approve, options);
  const withdraw = useCommand(approvals.withdraw, options);
  return (
    <div className="grid w-full gap-2">
      {problem !== null && (
        <Alert tone="danger" live="assertive">
          {problem}
        </Alert>
      )}
      {whyNotDecide !== null && <p className="text-sm text-muted-foreground">{whyNotDecide}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        {isMine && (
          <Button
            pending={withdraw.isPending}
            disabledReason={whyNotWithdraw}
            onClick={() => withdraw.mutate({ approvalId })}
          >
            Withdraw
          </Button>
        )}
        <Button disabledReason={whyNotDecide} onClick={() => setDenying(true)}>
          Deny
        </Button>
        <Button
          variant="primary"
          pending={approve.isPending}
          disabledReason={whyNotDecide}
          onClick={() => approve.mutate({ approvalId, effectHash })}
        >
          {amountCents === null ? "Approve" : `Approve ${formatCents(amountCents)}`}
        </Button>
      </div>
      {isDenying && <DenyForm approvalId={approvalId} onClose={() => setDenying(false)} onDone={onDone} />}
    </div>
  );
}

type DenyFormProps = { approvalId: string; onClose: () => void; onDone: () => void };

function DenyForm({ approvalId, onClose, onDone }: DenyFormProps) {
  const form = useZodForm(denyForm, { note: "" });
  const deny = useCommand(approvals.deny, {
    failure: null,
    onSuccess: () => {
      form.reset();
      onClose();
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      title="Deny this request?"
      description="The action does not run. The requester receives your reason."
      onSubmit={({ note }) => deny.mutate({ approvalId, note })}
      submitting={deny.isPending}
      submitError={deny.error}
      submitLabel="Deny"
      onClose={onClose}
    >
      <TextareaField control={form.control} name="note" label="Reason" rows={3} />
    </DialogForm>
  );
}

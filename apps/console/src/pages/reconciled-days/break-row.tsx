import { formatCents } from "@countinghouse/validators/money";
import { BREAK_CAUSES, isRepairable, RESOLUTIONS } from "@countinghouse/validators/reconciled-days/rules";
import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { useId } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { Break } from "./reconciled-day.ts";

type BreakRowProps = {
  each: Break;
  partner: Break | null;
  isChosen: boolean;
  whyNot: string | null;
  onChoose: (isChosen: boolean) => void;
  onMatchPartner: (partner: Break) => void;
  onIgnore: () => void;
};

/** One difference: what each system has, why, and what can be done about it. */
export function BreakRow({
  each,
  partner,
  isChosen,
  whyNot,
  onChoose,
  onMatchPartner,
  onIgnore,
}: BreakRowProps) {
  const id = useId();
  const { cause, resolution, lines } = each;
  const isOpen = resolution === null;
  return (
    <li className="grid gap-2 rounded-lg border bg-card px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <Checkbox
          id={id}
          checked={isChosen}
          disabled={!isOpen || whyNot !== null}
          onCheckedChange={(checked) => onChoose(checked)}
        />
        <label htmlFor={id} className="font-medium">
          {BREAK_CAUSES[cause].word}
        </label>
        <StatusBadge tone={isOpen ? "warning" : "success"}>
          {resolution === null ? each.status : RESOLUTIONS[resolution]}
        </StatusBadge>
        <Whose each={each} />
        <span className="num ml-auto">{formatCents(each.deltaCents)}</span>
      </div>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-3">
        {FUNDING_SYSTEMS.map((system) => (
          <div key={system}>
            <dt className="text-muted-foreground">{FUNDING_SYSTEM_NAMES[system]}</dt>
            <dd className="tabular-nums">
              {lines
                .filter(({ sourceSystem }) => sourceSystem === system)
                .map(({ uniqueRef, disbursementAmountCents, fundedDate }, nth) => (
                  <span key={`${uniqueRef}${nth}`} className="block truncate" title={uniqueRef}>
                    {disbursementAmountCents === null ? "no amount" : formatCents(disbursementAmountCents)}
                    {fundedDate && ` · ${fundedDate}`}
                  </span>
                ))}
              {each.cents[system] === null && "missing"}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted-foreground">
        {[each.reason, BREAK_CAUSES[cause].todo].filter((text) => text !== "").join(" ")}
      </p>
      {resolution !== null && (
        <p>
          {RESOLUTIONS[resolution]} by {each.resolvedBy}
          {each.why !== "" && `: ${each.why}`}
        </p>
      )}
      <Actions {...{ each, partner, whyNot, onMatchPartner, onIgnore }} />
    </li>
  );
}

const Whose = ({ each: { userId, paymentId, ref } }: { each: Break }) => (
  <span className="flex gap-3">
    {userId !== null && (
      <Link href={paths.userDetail({ id: userId })} className="id-text text-link hover:underline">
        {userId}
      </Link>
    )}
    {paymentId === null ? (
      <span className="id-text">{ref}</span>
    ) : (
      <Link href={paths.paymentProcessor({ payment: paymentId })} className="text-link hover:underline">
        Payment
      </Link>
    )}
  </span>
);

type ActionsProps = Pick<BreakRowProps, "each" | "partner" | "whyNot" | "onMatchPartner" | "onIgnore">;

function Actions({ each, partner, whyNot, onMatchPartner, onIgnore }: ActionsProps) {
  const said = (text: string) => ({
    onSuccess: () => toast.success(text),
    onError: (error: unknown) => toast.error(errorDetails(error).message),
  });
  const repair = trpc.reconciledDays.repair.useMutation(said("The row is written."));
  const undo = trpc.reconciledDays.undo.useMutation(said("The break is open again."));
  const breakId = each.id;
  if (each.resolution === "REPAIRED")
    return <p className="text-muted-foreground">Compare the day again to confirm.</p>;
  if (each.resolution !== null)
    return (
      <div>
        <Button
          size="small"
          pending={undo.isPending}
          disabledReason={whyNot}
          onClick={() => undo.mutate({ breakId, requestId: newRequestId() })}
        >
          Undo
        </Button>
      </div>
    );
  const canMatch = partner !== null && partner.resolution === null;
  return (
    <div className="flex flex-wrap gap-2">
      {isRepairable(each.cause) && each.paymentId !== null && (
        <Button
          size="small"
          variant="primary"
          pending={repair.isPending}
          disabledReason={whyNot}
          onClick={() => repair.mutate({ breakId, requestId: newRequestId() })}
        >
          Write the row
        </Button>
      )}
      {canMatch && (
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNot}
          onClick={() => onMatchPartner(partner)}
        >
          Match with {formatCents(partner.lines[0]?.disbursementAmountCents ?? 0)} at the other
        </Button>
      )}
      <Button size="small" disabledReason={whyNot} onClick={onIgnore}>
        Ignore with a reason
      </Button>
    </div>
  );
}

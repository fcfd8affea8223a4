import type { RouterOutputs } from "@countinghouse/api";
import { whyNotDemandFactor } from "@countinghouse/validators/factors/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useId } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useRole } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Switch } from "@/ui/switch.tsx";

type Demand = RouterOutputs["factors"]["demands"][number];

/** Which roles need a second factor of their own; all others may have one, and are mailed a code without. */
export function FactorDemandsSection() {
  const demands = trpc.factors.demands.useQuery();
  const own = trpc.admins.ownFactors.useQuery();
  return (
    <QuerySection id="second-factor" title="Second factor needed" query={demands} skeletonLines={12}>
      {(held) => (
        <ul className="grid">
          {held.map((demand) => (
            <DemandRow key={demand.role} demand={demand} ownFactors={own.data?.factors.length ?? 0} />
          ))}
        </ul>
      )}
    </QuerySection>
  );
}

function DemandRow({ demand, ownFactors }: { demand: Demand; ownFactors: number }) {
  const { role, isDemanded, version, without } = demand;
  const id = useId();
  const isOwn = useRole() === role;
  const save = trpc.factors.setDemand.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  const whyNot = isDemanded ? null : whyNotDemandFactor(isOwn, ownFactors);
  const set = (next: boolean) => save.mutate({ role, isDemanded: next, version, requestId: newRequestId() });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {role}
        </label>
        <span id={`${id}-note`} className="block text-sm text-muted-foreground">
          {whyNot ?? `${withoutOne(without)} ${setBy(demand)}`}
        </span>
      </span>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={save.isPending ? save.variables.isDemanded : isDemanded}
        pending={save.isPending}
        disabled={whyNot !== null}
        onCheckedChange={set}
      />
    </li>
  );
}

const withoutOne = (admins: number): string =>
  admins === 0 ? "All admins have one." : `${admins} who can sign in ${admins === 1 ? "has" : "have"} none.`;

const setBy = ({ updatedAt, updatedBy }: Demand): string =>
  updatedAt === null ? "" : `Set by ${updatedBy} on ${formatNewYork(updatedAt, "dateTime")} ET`;

import type { RouterOutputs } from "@countinghouse/api";
import { SWITCHES } from "@countinghouse/validators/settings/rules";
import { useId, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Switch } from "@/ui/switch.tsx";
import { setBy } from "./values-section.tsx";

type SwitchSetting = RouterOutputs["settings"]["switches"][number];

/** Switches for all customers, with the admin and time of the last change. */
export function SwitchesSection() {
  const query = trpc.settings.switches.useQuery();
  return (
    <QuerySection id="switches" title="Switches" query={query} skeletonLines={6}>
      {(switches) => (
        <ul className="grid">
          {switches.map((each) => (
            <SwitchRow key={each.name} setting={each} />
          ))}
        </ul>
      )}
    </QuerySection>
  );
}

function SwitchRow({ setting }: { setting: SwitchSetting }) {
  const { name, on, version } = setting;
  const id = useId();
  const [requestIdFor] = useState(() => makeRequestIds());
  const save = trpc.settings.setSwitch.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  const change = (next: boolean) => {
    const changed = { name, on: next, version };
    save.mutate({ ...changed, requestId: requestIdFor(changed) });
  };
  const { label, description } = SWITCHES[name];
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        <span id={`${id}-note`} className="block text-sm text-muted-foreground">
          {description}
        </span>
        <span className="block text-sm text-muted-foreground">{setBy(setting)}</span>
      </span>
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        checked={save.isPending ? !on : on}
        pending={save.isPending}
        onCheckedChange={(next) => !save.isPending && change(next)}
      />
    </li>
  );
}

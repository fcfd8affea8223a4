import {
  USER_FLAG_LABELS,
  type UserFlag,
  whyNotSwitchFlag,
} from "@countinghouse/validators/user-flags/rules";
import { useId } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { cn } from "@/lib/cn.ts";
import { Switch } from "@/ui/switch.tsx";
import type { SetUserFlag } from "./use-set-user-flag.ts";
import type { User } from "./use-user.ts";

type FlagSwitchProps = { user: User; flag: UserFlag; effect: string; change: SetUserFlag };

/** One flag of the customer: what it does, or why it may not be moved. It stands where it was moved to at once. */
export function FlagSwitch({ user, flag, effect, change }: FlagSwitchProps) {
  const id = useId();
  const incapable = useWhyNot("users.setFlags");
  const { pending, setFlag } = change;
  const ownPending = pending.find((each) => each.flag === flag);
  const isOn = ownPending?.on ?? user[flag];
  const disabledReason = incapable ?? whyNotSwitchFlag(flag, !isOn, flagFacts(user));
  return (
    <div className="flex items-start justify-between gap-4 border-b border-border/60 py-2 last:border-b-0">
      <div className="grid gap-0.5">
        <span id={`${id}-label`} className="text-sm font-medium">
          {USER_FLAG_LABELS[flag]}
        </span>
        <span id={`${id}-note`} className="text-xs text-muted-foreground">
          {disabledReason ?? effect}
        </span>
      </div>
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-disabled={disabledReason !== null || undefined}
        className={cn(disabledReason !== null && "cursor-not-allowed opacity-50")}
        checked={isOn}
        pending={ownPending !== undefined}
        onCheckedChange={(on) => disabledReason === null && ownPending === undefined && setFlag(flag, on)}
      />
    </div>
  );
}

const flagFacts = ({ bankLinks, application }: User) => ({ hasBankLink: bankLinks.length > 0, application });

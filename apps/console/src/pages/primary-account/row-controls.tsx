import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { useId } from "react";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Switch } from "@/ui/switch.tsx";
import { Tooltip, type TooltipTarget } from "@/ui/tooltip.tsx";

/** What can be done with a row of a table of accounts or cards. */
export type RowActions = {
  /** Why nothing may be changed by this admin, or null. */
  disabledReason: string | null;
  /** The switch that is on its way, and where it goes. */
  switching: { id: number; on: boolean } | null;
  switchTo: (id: number, on: boolean) => void;
  /** Asks whether this one is to be the primary one from now on. */
  askPrimary: (id: number) => void;
  /** Asks whether this one is to be added by hand; only where accounts of lost links are listed. */
  askAdd?: (id: number) => void;
};

type RowSwitchProps = {
  actions: Pick<RowActions, "disabledReason" | "switching" | "switchTo">;
  id: number;
  /** What it switches, for those who do not see the row. */
  label: string;
  isOn: boolean;
  /** Why this row's can not be moved, or null. */
  whyNot: string | null;
};

/** Lets payments be made with a row's account or card. It stands where it was moved to at once. */
export function RowSwitch({ actions, id, label, isOn, whyNot }: RowSwitchProps) {
  const reasonId = useId();
  const { disabledReason, switching, switchTo } = actions;
  const reason = disabledReason ?? whyNot;
  const isPending = switching?.id === id;
  const control = (
    <Switch
      aria-label={label}
      aria-describedby={reason === null ? undefined : reasonId}
      aria-disabled={reason !== null || undefined}
      className={cn("align-middle", reason !== null && "cursor-not-allowed opacity-50")}
      checked={isPending ? switching.on : isOn}
      pending={isPending}
      onCheckedChange={(on) => reason === null && switching === null && switchTo(id, on)}
    />
  );
  if (reason === null) return control;
  return (
    <DisabledControl id={reasonId} reason={reason}>
      {control}
    </DisabledControl>
  );
}

type PrimaryProps = Omit<RowSwitchProps, "isOn" | "actions"> & {
  actions: Pick<RowActions, "disabledReason" | "askPrimary">;
  isPrimary: boolean;
};

/** The mark of the primary row, or the button that makes another one primary. */
export function Primary({ actions, id, label, isPrimary, whyNot }: PrimaryProps) {
  const { disabledReason, askPrimary } = actions;
  if (isPrimary) return <StatusBadge tone="success">Primary</StatusBadge>;
  return (
    <RowButton label={label} reason={disabledReason ?? whyNot} onPress={() => askPrimary(id)}>
      Make primary
    </RowButton>
  );
}

/** The button that adds an account of a lost link by hand. */
export const AddByHand = ({ actions, id, label }: { actions: RowActions; id: number; label: string }) => (
  <RowButton label={label} reason={actions.disabledReason} onPress={() => actions.askAdd?.(id)}>
    {ACCOUNT_PAGES.add}
  </RowButton>
);

type RowButtonProps = {
  label: string;
  /** Why it may not be pressed, or null. */
  reason: string | null;
  onPress: () => void;
  children: string;
};

/** A button of a row that asks a question. */
function RowButton({ label, reason, onPress, children }: RowButtonProps) {
  const reasonId = useId();
  const button = (
    <Button
      size="small"
      className="max-md:in-data-[slot=data-table]:h-auto max-md:in-data-[slot=data-table]:py-0.5 max-md:in-data-[slot=data-table]:whitespace-normal"
      aria-disabled={reason !== null || undefined}
      aria-describedby={reason === null ? undefined : reasonId}
      onClick={() => reason === null && onPress()}
    >
      {children}
      <span className="sr-only"> {label}</span>
    </Button>
  );
  if (reason === null) return button;
  return (
    <DisabledControl id={reasonId} reason={reason}>
      {button}
    </DisabledControl>
  );
}

type DisabledControlProps = {
  /** The id that the control names as its description. */
  id: string;
  reason: string;
  children: TooltipTarget;
};

/** A control that may not be used, and why: on hover, focus and press, above whatever its table cuts off. */
const DisabledControl = ({ id, reason, children }: DisabledControlProps) => (
  <>
    <Tooltip content={reason} onPress>
      {children}
    </Tooltip>
    <span id={id} className="sr-only">
      {reason}
    </span>
  </>
);

/** Highlights the primary row, with the cell that stays in sight. */
export const primaryRowClass = ({ isPrimary }: { isPrimary: boolean }): string | undefined =>
  isPrimary ? "bg-row-selected [&>td:first-child]:bg-row-selected [&>td:first-child]:font-medium" : undefined;

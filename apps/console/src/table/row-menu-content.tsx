import { EllipsisIcon } from "lucide-react";
import { type Ref, useId } from "react";
import { Link } from "wouter";
import { buttonVariants } from "@/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { takeFocus } from "@/ui/take-focus.ts";
import type { RowAction } from "./row-menu.tsx";

type RowMenuContentProps = { of: string; actions: readonly RowAction[]; ref?: Ref<HTMLButtonElement> };

/** The open menu of a row. A disabled action says why below its label. */
export default function RowMenuContent({ of, actions, ref }: RowMenuContentProps) {
  const take = (trigger: HTMLButtonElement | null) => {
    takeFocus(trigger);
    if (typeof ref === "function") ref(trigger);
    else if (ref) ref.current = trigger;
  };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger
        ref={take}
        className={buttonVariants({ variant: "ghost", size: "icon-small" })}
        aria-label={`Actions of ${of}`}
        title="Actions"
      >
        {actions.some(({ pending }) => pending) ? <Spinner /> : <EllipsisIcon aria-hidden />}
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ActionItem({ label, onClick, href, disabledReason = null, pending = false }: RowAction) {
  const id = useId();
  return (
    <DropdownMenuItem
      aria-label={label}
      aria-describedby={disabledReason === null ? undefined : id}
      disabled={pending || disabledReason !== null}
      onClick={onClick}
      {...(href !== undefined && { render: <Link href={href} /> })}
    >
      <span className="grid max-w-64">
        {label}
        {disabledReason !== null && (
          <span id={id} className="text-xs">
            {disabledReason}
          </span>
        )}
      </span>
    </DropdownMenuItem>
  );
}

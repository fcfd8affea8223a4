import { type ReactNode, useId } from "react";

type DisabledReasonProps = { id: string | undefined; reason: string; children: ReactNode };

/** Shows on hover and focus why the control inside may not be used; the control names `id` as its description. */
export function DisabledReason({ id, reason, children }: DisabledReasonProps) {
  return (
    <span data-slot="disabled-reason" className="group/reason relative inline-flex">
      {children}
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none invisible absolute top-full right-0 z-50 mt-1.5 w-max max-w-64 rounded-md border bg-popover px-2 py-1 text-left text-xs font-normal whitespace-normal text-popover-foreground shadow-popover group-focus-within/reason:visible group-hover/reason:visible"
      >
        {reason}
      </span>
    </span>
  );
}

/** An id for the reason's text, while there is a reason. */
export function useReasonId(reason: string | null | undefined): string | undefined {
  const id = useId();
  return reason ? id : undefined;
}

import { cn } from "@/lib/cn.ts";
import { useAdmin } from "./use-admin.ts";

/**
 * Beside the entry of the banks: a dot and how many are down, or degraded while none is down. Nothing while all are well.
 */
export function BankAlert() {
  const { degraded, down } = useAdmin().data?.banks ?? { degraded: 0, down: 0 };
  if (degraded + down === 0) return null;
  const worst = down > 0 ? `${down} down` : `${degraded} degraded`;
  const further = down > 0 && degraded > 0 ? `, ${degraded} degraded` : "";
  return (
    <span title={`${worst}${further}`} className={cn("ml-auto flex items-center gap-1.5", narrowAtCorner)}>
      <span
        aria-hidden
        data-status-dot
        className={cn("size-2 rounded-full", down > 0 ? "bg-danger-fg" : "bg-warning-fg")}
      />
      <span className={cn("text-xs text-muted-foreground", narrowHidden)}>
        {worst}
        <span className="sr-only">{further}</span>
      </span>
    </span>
  );
}

const narrowAtCorner = "@max-[8rem]/sidebar:absolute @max-[8rem]/sidebar:top-1 @max-[8rem]/sidebar:right-1";

const narrowHidden = "@max-[8rem]/sidebar:sr-only";

import type { InstitutionStatus } from "@countinghouse/validators/institutions/rules";
import { cn } from "@/lib/cn.ts";

/** How it is said how a bank is doing, and what that means for its customers. */
export const BANK_HEALTH = {
  HEALTHY: { word: "Healthy", dotClass: "bg-success-fg", meaning: "customers can sign in" },
  DEGRADED: { word: "Degraded", dotClass: "bg-warning-fg", meaning: "some sign-ins fail" },
  DOWN: { word: "Down", dotClass: "bg-danger-fg", meaning: "no balance can be read" },
} as const satisfies Record<InstitutionStatus, HealthLook>;

/** A bank that was never asked about, or too rarely used to tell. */
export const BANK_NOT_KNOWN: HealthLook = {
  word: "Not known",
  dotClass: "border-[1.5px] border-muted-foreground",
  meaning: "no data from the provider",
};

type HealthLook = { word: string; dotClass: string; meaning: string };

export const bankHealth = (status: InstitutionStatus | null): HealthLook =>
  status === null ? BANK_NOT_KNOWN : BANK_HEALTH[status];

/** A coloured dot, with the word that it stands for. */
export function BankStatus({ status }: { status: InstitutionStatus | null }) {
  const { word, dotClass } = bankHealth(status);
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden data-status-dot className={cn("size-2 rounded-full", dotClass)} />
      {word}
    </span>
  );
}

import type { HistoryType } from "@countinghouse/validators/audit/rules";
import { HistoryIcon } from "lucide-react";
import { Link } from "wouter";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { buttonVariants } from "@/ui/button.tsx";

type HistoryLinkProps = {
  of: { user: number } | { type: HistoryType; id: string | number };
  /** Which of its kind it is, for those who do not see it; without, the link says so in words. */
  which?: string;
  size?: "default" | "small";
};

/** Leads to who did what to this one thing. An admin who may not read the audit sees no link. */
export function HistoryLink({ of, which, size = "default" }: HistoryLinkProps) {
  if (useWhyNot("audit.read") !== null) return null;
  const isIcon = which !== undefined;
  return (
    <Link
      href={paths.audit(of)}
      data-print="hide"
      title={isIcon ? "History" : undefined}
      aria-label={isIcon ? `History of ${which}` : undefined}
      className={buttonVariants(
        isIcon ? { variant: "ghost", size: "icon-small" } : { variant: "secondary", size },
      )}
    >
      <HistoryIcon aria-hidden />
      {!isIcon && "History"}
    </Link>
  );
}

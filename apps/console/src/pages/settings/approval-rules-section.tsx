import type { RouterOutputs } from "@countinghouse/api";
import { MATTERS, ruleInWords, SET_MATTERS } from "@countinghouse/validators/approvals/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { Button } from "@/ui/button.tsx";
import { ApprovalRuleForm } from "./approval-rule-form.tsx";

export type Rules = RouterOutputs["approvals"]["rules"];
export type SetMatter = (typeof SET_MATTERS)[number];

/** What waits for a second person, and who said so when. A change of it waits for one as well. */
export function ApprovalRulesSection() {
  const rules = trpc.approvals.rules.useQuery();
  const [open, setOpen] = useState<{ matter: SetMatter; held: Rules } | null>(null);
  return (
    <>
      <QuerySection id="approvals" title="Approval rules" query={rules} skeletonLines={27}>
        {(held) => (
          <>
            <p className="pb-2 text-sm text-muted-foreground">{setBy(held)} Changes need approval.</p>
            <ul className="grid">
              {SET_MATTERS.map((matter) => (
                <li
                  key={matter}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0"
                >
                  <span className="min-w-0 flex-1">
                    <span className="font-medium">{MATTERS[matter].word}</span>{" "}
                    <span>{ruleInWords(held.rules[matter])}</span>
                    <span className="block text-sm text-muted-foreground">{MATTERS[matter].about}</span>
                  </span>
                  <Button
                    size="small"
                    aria-label={`Change ${MATTERS[matter].word}`}
                    onClick={() => setOpen({ matter, held })}
                  >
                    Change
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </QuerySection>
      {open && <ApprovalRuleForm {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

function setBy({ version, versions }: Rules): string {
  const [newest] = versions;
  if (newest === undefined) return "Default.";
  const at = `${formatNewYork(newest.setAt, "dateTime")} ET`;
  return newest.setBy === null
    ? `Version ${version}, set with this database on ${at}.`
    : `Version ${version}, set by ${newest.setBy} on ${at}.`;
}

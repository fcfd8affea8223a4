import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { SETTINGS } from "@countinghouse/validators/settings/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { Button } from "@/ui/button.tsx";
import { SettingForm } from "./setting-form.tsx";

export type Setting = RouterOutputs["settings"]["list"][number];

/** What is set for everyone in dollars, by whom and when. */
export function ValuesSection() {
  const settings = trpc.settings.list.useQuery();
  const [open, setOpen] = useState<Setting | null>(null);
  return (
    <>
      <QuerySection id="values" title="Limits" query={settings} skeletonLines={6}>
        {(held) => (
          <ul className="grid">
            {held.map((setting) => (
              <li
                key={setting.name}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0"
              >
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{SETTINGS[setting.name].label}</span>{" "}
                  <span className="num">{formatCents(setting.cents)}</span>
                  <span className="block text-sm text-muted-foreground">{setBy(setting)}</span>
                </span>
                <Button size="small" onClick={() => setOpen(setting)}>
                  Change
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QuerySection>
      {open && <SettingForm setting={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Who set it, and when. */
export const setBy = ({ updatedAt, updatedBy }: Pick<Setting, "updatedAt" | "updatedBy">): string =>
  updatedAt === null ? "Default." : `Set by ${updatedBy} on ${formatNewYork(updatedAt, "dateTime")} ET`;

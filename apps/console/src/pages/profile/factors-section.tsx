import type { RouterOutputs } from "@countinghouse/api";
import {
  FACTOR_NAMES,
  type FactorKind,
  FACTOR_TEXTS as TEXT,
  whyNotAddFactor,
  whyNotRemoveFactor,
  whyNotWithoutFactor,
} from "@countinghouse/validators/factors/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useAdmin } from "@/layout/use-admin.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { AddFactor } from "./add-factor.tsx";
import { RemoveForm, RenameForm, RenewCodesForm } from "./factor-forms.tsx";

type Held = RouterOutputs["admins"]["ownFactors"];
export type Factor = Held["factors"][number];

type Open = { add: FactorKind } | { rename: Factor } | { remove: Factor } | "codes" | null;

/** What is asked for after one's password: passkeys and authenticator apps, and recovery codes for when they are lost. */
export function FactorsSection() {
  const factors = trpc.admins.ownFactors.useQuery();
  const whyNot = whyNotWithoutFactor(useAdmin().data?.mustAddFactor ?? false);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const whyNotAdd = whyNotAddFactor(factors.data?.factors.length ?? 0);
  return (
    <>
      <QuerySection
        id="factors"
        title={TEXT.title}
        query={factors}
        skeletonLines={3}
        actions={
          <span className="flex gap-2">
            <Button size="small" disabledReason={whyNotAdd} onClick={() => setOpen({ add: "PASSKEY" })}>
              Add a passkey
            </Button>
            <Button size="small" disabledReason={whyNotAdd} onClick={() => setOpen({ add: "APP" })}>
              Add an authenticator app
            </Button>
          </span>
        }
      >
        {(held) => (
          <div className="grid gap-3">
            {whyNot !== null && <Alert tone="warning">{whyNot}</Alert>}
            {held.factors.length === 0 ? (
              <p className="text-muted-foreground">
                None. After your password, a code is e-mailed to you. A passkey cannot be phished, and an
                authenticator app needs no e-mail.
              </p>
            ) : (
              <FactorList held={held} onOpen={setOpen} />
            )}
          </div>
        )}
      </QuerySection>
      {openForm(open, close)}
    </>
  );
}

function openForm(open: Open, close: () => void) {
  if (open === null) return null;
  if (open === "codes") return <RenewCodesForm onClose={close} />;
  if ("add" in open) return <AddFactor kind={open.add} onClose={close} />;
  if ("rename" in open) return <RenameForm factor={open.rename} onClose={close} />;
  return <RemoveForm factor={open.remove} onClose={close} />;
}

function FactorList({ held, onOpen }: { held: Held; onOpen: (open: Open) => void }) {
  const { factors, recoveryCodes, isDemanded } = held;
  return (
    <ul className="grid">
      {factors.map((factor) => (
        <li key={factor.id} className={ROW}>
          <span className="min-w-0 flex-1">
            <span className="font-medium">{factor.name}</span>{" "}
            <span className="text-muted-foreground">{FACTOR_NAMES[factor.kind]}</span>
            <span className="block text-sm text-muted-foreground">{sinceWhen(factor)}</span>
          </span>
          <fieldset aria-label={factor.name} className="flex gap-2">
            <Button size="small" onClick={() => onOpen({ rename: factor })}>
              Rename
            </Button>
            <Button
              size="small"
              disabledReason={whyNotRemoveFactor(factors.length - 1, isDemanded)}
              onClick={() => onOpen({ remove: factor })}
            >
              Remove
            </Button>
          </fieldset>
        </li>
      ))}
      <li className={ROW}>
        <span className="min-w-0 flex-1">
          <span className="font-medium">Recovery codes</span>{" "}
          <span className="text-muted-foreground">{recoveryCodes} left</span>
          <span className="block text-sm text-muted-foreground">
            Each signs in once in place of a factor that was lost.
          </span>
        </span>
        <Button size="small" onClick={() => onOpen("codes")}>
          New recovery codes
        </Button>
      </li>
    </ul>
  );
}

const ROW = "flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0";

const sinceWhen = ({ createdAt, usedAt }: Factor): string =>
  `Since ${formatNewYork(createdAt, "dateTime")} ET, ${
    usedAt === null ? "not used yet" : `last used ${formatNewYork(usedAt, "dateTime")} ET`
  }`;

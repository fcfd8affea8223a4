import {
  REVEALED_NAMES,
  type RevealedField,
  seesWhole,
  whyNotReveal,
} from "@countinghouse/validators/masking";
import { lazy, Suspense, useState } from "react";
import { useRole } from "@/layout/use-admin.ts";
import { TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";

const RevealForm = lazy(() => import("./reveal-form.tsx"));

type RevealNumberProps = {
  userId: number;
  field: RevealedField;
  /** As it was read: masked where the role does not see it whole, or where it is for nobody. */
  shown: string;
  /** Whether it stands masked for every role here. */
  isMaskedHere?: boolean;
};

/** A number that stands masked; whoever may is shown it in full, once it is said why. */
export function RevealNumber({ userId, field, shown, isMaskedHere = false }: RevealNumberProps) {
  const [inFull, setInFull] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const role = useRole();
  const name = REVEALED_NAMES[field];
  if (shown === "" || role === null) return <TextCell value={shown} />;
  const isWhole = inFull !== null || (seesWhole(role, field) && !isMaskedHere);
  if (isWhole)
    return (
      <>
        <TextCell value={inFull ?? shown} />
        <CopyButton value={inFull ?? shown} label={name} />
      </>
    );
  if (whyNotReveal(role, field) !== null) return <TextCell value={shown} />;
  return (
    <span className="flex items-center gap-1">
      {shown}
      <Button
        size="small"
        variant="ghost"
        aria-label={`Show the ${name} of user ${userId}`}
        onClick={() => setAsking(true)}
      >
        Show
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <RevealForm userId={userId} field={field} onShown={setInFull} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </span>
  );
}

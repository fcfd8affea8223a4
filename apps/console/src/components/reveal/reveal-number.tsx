import {
  REVEALED_NAMES,
  type RevealedField,
  seesWhole,
  whyNotReveal,
} from "@countinghouse/validators/masking";
import { useEffect, useState } from "react";
import { useRole } from "@/layout/use-admin.ts";
import { TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import RevealForm from "./reveal-form.tsx";
import { WholeNumber } from "./whole-number.tsx";

type RevealNumberProps = {
  userId: number;
  field: RevealedField;
  /** As it was read: masked where the role does not see it whole, or where it is for nobody. */
  shown: string;
  /** Whether it stands masked for every role here. */
  isMaskedHere?: boolean;
};

/** A masked number. A role that may is shown it in full for a minute, once a reason is given. */
export function RevealNumber({ userId, field, shown, isMaskedHere = false }: RevealNumberProps) {
  const [inFull, setInFull] = useShownNumber();
  const [isAsking, setAsking] = useState(false);
  const role = useRole();
  const name = REVEALED_NAMES[field];
  if (shown === "" || role === null) return <TextCell value={shown} />;
  const isWhole = inFull !== null || (seesWhole(role, field) && !isMaskedHere);
  if (isWhole)
    return (
      <>
        <WholeNumber number={inFull ?? shown} />
        <CopyButton value={inFull ?? shown} label={name} />
        {inFull !== null && (
          <Button
            size="small"
            variant="ghost"
            aria-label={`Hide the ${name} of user ${userId}`}
            onClick={() => setInFull(null)}
          >
            Hide
          </Button>
        )}
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
      {isAsking && (
        <RevealForm userId={userId} field={field} onShown={setInFull} onClose={() => setAsking(false)} />
      )}
    </span>
  );
}

const SHOWN_FOR_MS = 60_000;

/** The number that is shown in full, until a minute has passed or the tab is left; null while none is. */
function useShownNumber() {
  const [number, show] = useState<string | null>(null);
  useEffect(() => {
    if (number === null) return undefined;
    const hide = () => show(null);
    const hideWhenLeft = () => {
      if (document.visibilityState === "hidden") hide();
    };
    const timer = setTimeout(hide, SHOWN_FOR_MS);
    document.addEventListener("visibilitychange", hideWhenLeft);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hideWhenLeft);
    };
  }, [number]);
  return [number, show] as const;
}

import { AUTOMATION_TEXTS as TEXT } from "@countinghouse/validators/automation/texts";
import { useState } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";
import { AskProcess } from "./ask-process.tsx";

type ProcessPaymentsProps = { disabledReason: string | null; onStarted: (requestedAt: number) => void };

/** Starts payment automation after a question. */
export function ProcessPayments({ disabledReason, onStarted }: ProcessPaymentsProps) {
  const [isAsking, setAsking] = useState(false);
  const whyNot = useWhyNot("automation.run");
  return (
    <>
      <Button variant="primary" disabledReason={whyNot ?? disabledReason} onClick={() => setAsking(true)}>
        {TEXT.processLabel}
      </Button>
      {isAsking && (
        <AskProcess
          onClose={() => setAsking(false)}
          onStarted={(started) => {
            setAsking(false);
            onStarted(started);
          }}
        />
      )}
    </>
  );
}

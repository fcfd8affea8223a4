import { newYorkTime } from "@/lib/time-text.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type DraftRecoveredProps = { savedAt: Date; onDiscard: () => void };

/** Over a form that begins with what was typed into it before and never saved. */
export const DraftRecovered = ({ savedAt, onDiscard }: DraftRecoveredProps) => (
  <Alert
    action={
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    }
  >
    <output>Draft from {newYorkTime(savedAt)} recovered</output>
  </Alert>
);

import type { MouseEventHandler, ReactNode } from "react";
import { Button } from "@/ui/button.tsx";

type FormButtonsProps = {
  submitLabel: string;
  /** What it does is hard to take back: the button is red. */
  destructive?: boolean | undefined;
  submitting: boolean;
  disabledReason?: string | null | undefined;
  summary?: ReactNode;
  /** Without it there is no Cancel. */
  onCancel?: (() => void) | undefined;
  onMouseDown?: MouseEventHandler<HTMLButtonElement>;
};

/** What stands in the footer of every form shell: the summary, Cancel, and the button that submits. */
export const FormButtons = ({
  submitLabel,
  destructive = false,
  submitting,
  disabledReason,
  summary,
  onCancel,
  onMouseDown,
}: FormButtonsProps) => (
  <>
    {summary && <div className="mr-auto text-sm text-muted-foreground">{summary}</div>}
    {onCancel && (
      <Button onMouseDown={onMouseDown} onClick={onCancel}>
        Cancel
      </Button>
    )}
    <Button
      type="submit"
      variant={destructive ? "destructive" : "primary"}
      pending={submitting}
      disabledReason={disabledReason}
      onMouseDown={onMouseDown}
    >
      {submitLabel}
    </Button>
  </>
);

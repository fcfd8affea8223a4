import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Alert } from "@/ui/alert.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { Facts } from "../facts/facts.tsx";

export type ReceiptFacts = { message: string; facts: ComponentProps<typeof Facts>["facts"] };

type ReceiptProps = ReceiptFacts & { actions: ReactNode; children?: ReactNode };

/** The result of a payment, in place of its form. It takes the focus, so that it is in view. */
export function Receipt({ message, facts, actions, children }: ReceiptProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The closed dialog returns the focus first. A focused field is left alone.
    const timer = setTimeout(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) box.current?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={titleId} className="grid max-w-160 gap-3 outline-none">
      <h2 id={titleId} className="text-lg font-semibold tracking-[-0.01em]">
        Receipt
      </h2>
      <Alert tone="success" live="polite">
        {message}
      </Alert>
      <Facts facts={facts} />
      {children}
      <div className="flex flex-wrap gap-2">{actions}</div>
    </section>
  );
}

/** A reference that can be copied. */
export const Reference = ({ value }: { value: string }) => (
  <>
    <span className="id-text">{value}</span>
    <CopyButton value={value} label="reference" />
  </>
);

import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { type ReactNode, useRef } from "react";
import { newYorkTime } from "@/lib/time-text.ts";
import { Button } from "@/ui/button.tsx";
import { cardClass } from "@/ui/card.tsx";
import { CheckCounts } from "./check-counts.tsx";
import { findPlace, type IdCheck, withoutTokens } from "./id-check.ts";
import { InvalidIds } from "./invalid-ids.tsx";
import { UserIdsBox } from "./user-ids-box.tsx";

type PastePanelProps = {
  /** Characters that may be sent. */
  limit: number;
  /** What stands between ids, where that is more than blanks, and how that is said. */
  between?: { pattern: RegExp; words: string } | undefined;
  /** Pixels of the box. */
  heightPx?: number | undefined;
  text: string;
  onChange: (text: string) => void;
  check: IdCheck;
  recoveredAt: Date | null;
  disabledReason: string | null;
  /** What is done with the ids. */
  action: ReactNode;
};

/** Where user ids are pasted, and beside it what they come to. */
export function PastePanel({
  limit,
  between,
  heightPx,
  text,
  onChange,
  check,
  recoveredAt,
  disabledReason,
  action,
}: PastePanelProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-label="Paste" className={`${cardClass} p-4`}>
        <UserIdsBox
          text={text}
          onChange={onChange}
          findMark={check.findMark}
          isWrong={check.whyNot !== null}
          area={area}
          limit={limit}
          between={between?.words}
          heightPx={heightPx}
          disabledReason={disabledReason}
        />
        {recoveredAt !== null && (
          <output className="mt-2 flex items-center gap-2 text-sm text-muted-foreground">
            Draft from {newYorkTime(recoveredAt)} recovered
            <Button size="small" variant="ghost" onClick={() => onChange("")}>
              Discard
            </Button>
          </output>
        )}
      </section>
      <section aria-label="Check" className={`${cardClass} flex flex-col gap-3 p-4`}>
        <h2 className="text-sm font-medium">Check</h2>
        {isEmpty ? (
          <p className="text-sm text-muted-foreground">
            Paste user ids, one a line or with blanks between them, or drop a text file on the box.
          </p>
        ) : (
          text.length <= limit && <CheckCounts check={check} />
        )}
        {check.whyNot !== null && (
          <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-fg">
            <p className="font-medium">{check.invalid.length > 0 ? TEXT.invalidIds : check.whyNot}</p>
          </div>
        )}
        {check.invalid.length > 0 && (
          <InvalidIds
            invalid={check.invalid}
            disabledReason={disabledReason}
            onRemove={(tokens) => onChange(withoutTokens(text, tokens, between?.pattern))}
            onFix={(token) => {
              const { start, end } = findPlace(text, token, between?.pattern);
              area.current?.focus();
              area.current?.setSelectionRange(start, end);
            }}
          />
        )}
        <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1">{action}</div>
      </section>
    </div>
  );
}

import { invalidUserId, type UserIdToken } from "@countinghouse/validators/bulk-jobs/rules";
import { Button } from "@/ui/button.tsx";

const SHOWN = 50;

type InvalidIdsProps = {
  invalid: readonly UserIdToken[];
  disabledReason: string | null;
  onRemove: (tokens: readonly UserIdToken[]) => void;
  onFix: (token: UserIdToken) => void;
};

/** What is no user id, line by line, each to be removed or mended. */
export function InvalidIds({ invalid, disabledReason, onRemove, onFix }: InvalidIdsProps) {
  const further = invalid.length - SHOWN;
  return (
    <div className="grid gap-2">
      <ul aria-label="Invalid ids" className="max-h-44 overflow-y-auto rounded-md border">
        {invalid.slice(0, SHOWN).map((token, index) => (
          <li
            key={`${token.line}:${token.text}:${index}`}
            className="flex items-center gap-2 border-b px-2.5 py-1 text-sm last:border-b-0"
          >
            <span className="w-14 shrink-0 text-xs text-muted-foreground">line {token.line}</span>
            <span className="min-w-0 flex-1 truncate" title={token.text}>
              {invalidUserId(token.text)}
            </span>
            <Button
              size="small"
              variant="ghost"
              aria-label={`Fix ${token.text} in line ${token.line}`}
              disabledReason={disabledReason}
              onClick={() => onFix(token)}
            >
              Fix
            </Button>
            <Button
              size="small"
              variant="ghost"
              aria-label={`Remove ${token.text} in line ${token.line}`}
              disabledReason={disabledReason}
              onClick={() => onRemove([token])}
            >
              Remove
            </Button>
          </li>
        ))}
        {further > 0 && (
          <li className="px-2.5 py-1 text-sm text-muted-foreground">
            and {further.toLocaleString("en-US")} more
          </li>
        )}
      </ul>
      <Button
        size="small"
        className="justify-self-start"
        disabledReason={disabledReason}
        onClick={() => onRemove(invalid)}
      >
        Remove all invalid
      </Button>
    </div>
  );
}

import { invalidUserId, readUserIds } from "@countinghouse/validators/bulk-jobs/rules";
import { pleaseInput } from "@countinghouse/validators/general-messages";
import { type FormEvent, useRef, useState } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";
import { Input, Label } from "@/ui/input.tsx";

const LABEL = "User Id";
const FIELD = "user-id";

type UserIdFormProps = {
  /** What the address names. */
  shown: string;
  onShow: (userId: number) => void;
};

/** Takes one user id, by the rule of all screens that take ids (specification 2, section 5). */
export function UserIdForm({ shown, onShow }: UserIdFormProps) {
  const [text, setText] = useState(shown);
  const [before, setBefore] = useState(shown);
  const [problem, setProblem] = useState(() => (shown === "" ? null : whyNotId(shown)));
  const input = useRef<HTMLInputElement>(null);
  if (shown !== before) {
    setBefore(shown);
    setText(shown);
    setProblem(shown === "" ? null : whyNotId(shown));
  }
  useShortcut({ keys: "/", label: "Enter a user id", group: "This page" }, () => input.current?.select());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [id] = readUserIds(text).ids;
    const whyNot = whyNotId(text);
    setProblem(whyNot);
    if (whyNot === null && id !== undefined) onShow(id);
    else input.current?.focus();
  };
  return (
    <search aria-label="User ledger">
      <form noValidate onSubmit={submit} className="mb-4 grid max-w-md gap-1.5">
        <Label htmlFor={FIELD}>{LABEL}</Label>
        <div className="flex items-center gap-2">
          <div className="w-44">
            <Input
              ref={input}
              id={FIELD}
              inputMode="numeric"
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              value={text}
              aria-invalid={problem !== null || undefined}
              aria-describedby={problem === null ? undefined : `${FIELD}-problem`}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <Button type="submit" variant="primary">
            Look up
          </Button>
        </div>
        {problem !== null && (
          <p id={`${FIELD}-problem`} role="alert" className="text-xs font-medium text-danger-fg">
            {problem}
          </p>
        )}
      </form>
    </search>
  );
}

/** Why a text names no single user, or null when it does. */
function whyNotId(text: string): string | null {
  const { ids, tokens } = readUserIds(text);
  const invalid = tokens.find(({ id }) => id === null);
  if (invalid) return invalidUserId(invalid.text);
  if (ids.length === 0) return pleaseInput(LABEL);
  return ids.length > 1 ? "Enter one user id." : null;
}

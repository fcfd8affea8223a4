import type { RouterOutputs } from "@countinghouse/api";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import { RecoveryCodeForm } from "@countinghouse/validators/factors/schemas";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { signByPasskey } from "@/lib/passkeys.ts";
import { keepToken } from "@/lib/session.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { CodeInput } from "./code-input.tsx";

type Factors = NonNullable<RouterOutputs["auth"]["signIn"]["factors"]>;
type Method = "PASSKEY" | "APP" | "RECOVERY";

const WORDS: Record<Method, string> = {
  PASSKEY: "Use a passkey",
  APP: "Use an authenticator app",
  RECOVERY: "Use a recovery code",
};

type FactorStepProps = { challengeId: string; factors: Factors; onStartAgain: () => void };

/** The second factor of the admin's own: the strongest is asked for, the others are one click away. */
export function FactorStep({ challengeId, factors, onStartAgain }: FactorStepProps) {
  const { passkey, hasApp } = factors;
  const methods = (["PASSKEY", "APP", "RECOVERY"] as const).filter(
    (each) => each === "RECOVERY" || (each === "PASSKEY" ? passkey !== null : hasApp),
  );
  const [method, setMethod] = useState<Method>(methods[0] ?? "RECOVERY");
  const [isUnused, setUnused] = useState(false);
  const verify = trpc.auth.verifyFactor.useMutation({
    onSuccess: ({ token }) => {
      toast.success(AUTH_TEXTS.signedIn);
      keepToken(token);
    },
  });
  const usePasskey = () => {
    if (passkey === null) return;
    setUnused(false);
    signByPasskey(passkey).then(
      (signed) => verify.mutate({ challengeId, method: "PASSKEY", passkey: signed }),
      () => setUnused(true),
    );
  };
  const failure = verify.error
    ? failureText(verify.error, AUTH_TEXTS.codeFailed)
    : isUnused && "The passkey was not used. Try again, or use something else.";
  return (
    <div className="grid gap-4">
      {failure && (
        <Alert live="assertive" tone="danger">
          {failure}
        </Alert>
      )}
      {method === "PASSKEY" && (
        <>
          <p className="text-sm text-muted-foreground">Confirm your identity with your passkey.</p>
          <Button variant="primary" ref={focus} pending={verify.isPending} onClick={usePasskey}>
            Sign in with your passkey
          </Button>
        </>
      )}
      {method === "APP" && (
        <AppCode
          failures={verify.failureCount}
          isBusy={verify.isPending}
          isInvalid={verify.isError}
          onCode={(code) => verify.mutate({ challengeId, method: "APP", code })}
        />
      )}
      {method === "RECOVERY" && (
        <RecoveryCode
          isBusy={verify.isPending}
          onCode={(code) => verify.mutate({ challengeId, method: "RECOVERY", code })}
        />
      )}
      <div className="grid justify-items-start gap-1 text-sm">
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button
              key={each}
              variant="link"
              size="small"
              onClick={() => {
                verify.reset();
                setUnused(false);
                setMethod(each);
              }}
            >
              {WORDS[each]}
            </Button>
          ))}
        <Button variant="link" size="small" onClick={onStartAgain}>
          Use another account
        </Button>
      </div>
    </div>
  );
}

type AppCodeProps = {
  failures: number;
  isBusy: boolean;
  isInvalid: boolean;
  onCode: (code: string) => void;
};

/** The code that the app shows. It is verified as soon as its last digit is there. */
function AppCode({ failures, isBusy, isInvalid, onCode }: AppCodeProps) {
  const [typed, setTyped] = useState({ code: "", failures });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // A code that was refused is typed anew.
  const code = typed.failures === failures ? typed.code : "";
  return (
    <>
      <p className="text-sm text-muted-foreground">Enter the current code of your authenticator app.</p>
      <CodeInput
        ref={input}
        value={code}
        isInvalid={isInvalid}
        isBusy={isBusy}
        onChange={(next) => setTyped({ code: next, failures })}
        onComplete={onCode}
      />
    </>
  );
}

/** One of the codes that were shown when the first factor was added. */
function RecoveryCode({ isBusy, onCode }: { isBusy: boolean; onCode: (code: string) => void }) {
  const form = useZodForm(RecoveryCodeForm, { code: "" });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        if (isBusy) event.preventDefault();
        else void form.handleSubmit(({ code }) => onCode(code))(event);
      }}
    >
      <TextField
        control={form.control}
        name="code"
        label="Recovery code"
        description="Each code works once. Create new codes under Profile when few are left."
        autoComplete="off"
      />
      <Button type="submit" variant="primary" pending={isBusy}>
        Sign in
      </Button>
    </form>
  );
}

/** Enter is all it takes. A function of the module is called once, as the button appears. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

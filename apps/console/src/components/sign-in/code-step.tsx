import { CODE_LENGTH } from "@countinghouse/validators/auth/rules";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { keepToken } from "@/lib/session.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { CodeInput } from "./code-input.tsx";

import { ResendButton } from "./resend-button.tsx";
import type { Challenge } from "./sign-in-steps.tsx";

type CodeStepProps = { challenge: Challenge; onStartAgain: () => void };

/** The one-time code. It is verified as soon as its last digit is there. */
export function CodeStep({ challenge, onStartAgain }: CodeStepProps) {
  const { challengeId, email } = challenge;
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const verify = trpc.auth.verifyCode.useMutation({
    onSuccess: ({ token }) => {
      toast.success(AUTH_TEXTS.signedIn);
      keepToken(token);
    },
    onError: () => {
      setCode("");
      input.current?.focus();
    },
  });
  const resend = trpc.auth.resendCode.useMutation({
    onSuccess: () => {
      verify.reset();
      setCode("");
      input.current?.focus();
    },
  });

  const failure = verify.error
    ? failureText(verify.error, AUTH_TEXTS.codeFailed)
    : resend.error && failureText(resend.error, AUTH_TEXTS.resendFailed);
  const notice = resend.isSuccess ? resend.data.message || AUTH_TEXTS.codeResent : challenge.message;

  return (
    <div className="grid gap-4">
      {failure ? (
        <Alert live="assertive" tone="danger">
          {failure}
        </Alert>
      ) : (
        <Alert live="polite">{notice}</Alert>
      )}
      <p className="text-sm text-muted-foreground">
        Enter the {CODE_LENGTH} digits sent to{" "}
        <strong className="font-medium text-foreground">{email}</strong>.
      </p>
      <CodeInput
        ref={input}
        value={code}
        isInvalid={verify.isError}
        isBusy={verify.isPending}
        onChange={setCode}
        onComplete={(complete) => verify.mutate({ challengeId, code: complete })}
      />
      <div className="flex min-h-8 items-center justify-between gap-2 text-sm">
        {verify.isPending ? (
          <output className="flex items-center gap-2 text-muted-foreground">
            <Spinner /> Verifying…
          </output>
        ) : (
          <ResendButton pending={resend.isPending} onResend={() => resend.mutate({ challengeId })} />
        )}
        <Button variant="link" size="small" onClick={onStartAgain}>
          Use another account
        </Button>
      </div>
    </div>
  );
}

import { SignInForm } from "@countinghouse/validators/auth/schemas";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { TextField } from "@/form/text-field.tsx";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";
import { BotCheck } from "./bot-check.tsx";
import type { Challenge } from "./sign-in-steps.tsx";

type CredentialsFormProps = { onPasswordRight: (challenge: Challenge) => void };

export function CredentialsForm({ onPasswordRight }: CredentialsFormProps) {
  const form = useZodForm(SignInForm, { email: "", password: "", botCheck: "" });
  const [attempt, setAttempt] = useState(1);
  /** Sign in was pressed while the bot check was still at work: it goes on by itself when that is done. */
  const [isWaiting, setWaiting] = useState(false);
  const [checkFailed, setCheckFailed] = useState(false);
  const { setFocus } = form;
  useEffect(() => setFocus("email"), [setFocus]);
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: (begun, { email }) =>
      onPasswordRight({ ...begun, message: begun.message || AUTH_TEXTS.codeSent, email }),
    // The solved bot check is spent with the first try, so that the next one needs another.
    onError: () => {
      form.setValue("botCheck", "");
      setAttempt(attempt + 1);
      setFocus("password", { shouldSelect: true });
    },
  });

  const submit = form.handleSubmit(
    (credentials) => signIn.mutate(credentials),
    ({ email, password }) => {
      if (email || password || checkFailed) return;
      form.clearErrors("botCheck");
      setWaiting(true);
    },
  );
  const takeBotCheck = (payload: string) => {
    form.setValue("botCheck", payload, { shouldValidate: payload !== "" });
    if (payload === "" || !isWaiting) return;
    setWaiting(false);
    void submit();
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        if (signIn.isPending || isWaiting) event.preventDefault();
        else void submit(event);
      }}
    >
      <TextField
        control={form.control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <TextField
        control={form.control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <BotCheck
        key={attempt}
        error={form.formState.errors.botCheck?.message}
        onChange={takeBotCheck}
        onFail={() => {
          setCheckFailed(true);
          setWaiting(false);
        }}
      />
      <SubmitError error={signIn.error} failureMessage={undefined} />
      <Button type="submit" variant="primary" pending={signIn.isPending || isWaiting}>
        Sign in
      </Button>
      <Link href={paths.forgotPassword()} className="rounded-sm text-sm text-link hover:underline">
        Forgot password
      </Link>
    </form>
  );
}

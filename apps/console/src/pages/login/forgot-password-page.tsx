import { ForgotPassword } from "@countinghouse/validators/admins/schemas";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { BotCheck } from "@/components/sign-in/bot-check.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { TextField } from "@/form/text-field.tsx";
import { useTitle } from "@/lib/use-title.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";

/** Asks for a link to set a new password. What is said does not tell whether the address is one of ours. */
export default function ForgotPasswordPage() {
  useTitle("Forgot password");
  const form = useZodForm(ForgotPassword, { email: "", botCheck: "" });
  const [attempt, setAttempt] = useState(1);
  const ask = trpc.admins.forgotPassword.useMutation({
    onSettled: () => {
      form.setValue("botCheck", "");
      setAttempt(attempt + 1);
    },
  });
  return (
    <Card className="grid gap-4 p-6">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
        Forgot password
      </h1>
      {ask.data && <Alert live="polite">{ask.data.message}</Alert>}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((asked) => ask.mutate(asked))(event)}
      >
        <TextField
          control={form.control}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
        />
        <BotCheck
          key={attempt}
          error={form.formState.errors.botCheck?.message}
          onChange={(payload) => form.setValue("botCheck", payload, { shouldValidate: payload !== "" })}
          onFail={() => form.setValue("botCheck", "")}
        />
        <SubmitError error={ask.error} failureMessage={undefined} />
        <Button type="submit" variant="primary" pending={ask.isPending}>
          Send me a link
        </Button>
      </form>
      <Link href={paths.login()} className="rounded-sm text-sm text-link hover:underline">
        Back to sign in
      </Link>
    </Card>
  );
}

import { NEW_PASSWORD_MIN_LENGTH, STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";
import { SetPassword } from "@countinghouse/validators/admins/schemas";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { TextField } from "@/form/text-field.tsx";
import { clearSession } from "@/lib/session.ts";
import { useTitle } from "@/lib/use-title.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";

/** Sets a password by a mailed link, whose token stands behind the # of the address until it was read. */
export default function SetPasswordPage() {
  useTitle("Set password");
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  const form = useZodForm(SetPassword, { token, password: "" });
  const [message, setMessage] = useState<string | null>(null);
  const set = trpc.admins.setPassword.useMutation({ gcTime: 0 });
  const send = (asked: SetPassword) =>
    set.mutate(asked, {
      onSuccess: (answer) => {
        setMessage(answer.message);
        form.reset();
        // The password is kept by nobody here.
        set.reset();
        // Every session has ended, this browser's too.
        clearSession();
      },
    });
  const isNoLink = !SetPassword.shape.token.safeParse(token).success;
  return (
    <Card className="grid gap-4 p-6">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
        Set password
      </h1>
      {message !== null && <Alert live="polite">{message}</Alert>}
      {isNoLink && (
        <Alert tone="warning" role="alert">
          {TEXT.linkRefused}
        </Alert>
      )}
      {message === null && !isNoLink && (
        <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(send)(event)}>
          <TextField
            control={form.control}
            name="password"
            label="New password"
            description={`At least ${NEW_PASSWORD_MIN_LENGTH} characters.`}
            type="password"
            autoComplete="new-password"
          />
          <SubmitError error={set.error} failureMessage={undefined} />
          <Button type="submit" variant="primary" pending={set.isPending}>
            Set password
          </Button>
        </form>
      )}
      <Link href={paths.login()} className="rounded-sm text-sm text-link hover:underline">
        Go to sign in
      </Link>
    </Card>
  );
}

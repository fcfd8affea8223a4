import { useState } from "react";
import { useTitle } from "@/lib/use-title.ts";
import { Card } from "@/ui/card.tsx";
import { CodeStep } from "./code-step.tsx";
import { CredentialsForm } from "./credentials-form.tsx";

export type Challenge = { challengeId: string; message: string; email: string };

/** Signing in: e-mail and password first, then the code that was sent, in the same card. */
export default function LoginPage() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  useTitle("Sign in");
  return (
    <Card className="grid gap-4 p-6">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
        Sign in
      </h1>
      {challenge === null ? (
        <CredentialsForm onCodeSent={setChallenge} />
      ) : (
        <CodeStep challenge={challenge} onStartAgain={() => setChallenge(null)} />
      )}
    </Card>
  );
}

import type { RouterOutputs } from "@countinghouse/api";
import { lazy, Suspense, useState } from "react";
import { Spinner } from "@/ui/progress.tsx";
import { CodeStep } from "./code-step.tsx";
import { CredentialsForm } from "./credentials-form.tsx";

const FactorStep = lazy(() => import("./factor-step.tsx").then((step) => ({ default: step.FactorStep })));

export type Challenge = RouterOutputs["auth"]["signIn"] & { email: string };

/** The password, then what the admin proves beside it: a second factor of their own, or a mailed code. Keeps the token in the end. */
export function SignInSteps() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const startAgain = () => setChallenge(null);
  if (challenge === null) return <CredentialsForm onPasswordRight={setChallenge} />;
  const { challengeId, factors } = challenge;
  if (factors === null) return <CodeStep challenge={challenge} onStartAgain={startAgain} />;
  return (
    <Suspense fallback={<Spinner />}>
      <FactorStep challengeId={challengeId} factors={factors} onStartAgain={startAgain} />
    </Suspense>
  );
}

import { SignInSteps } from "@/components/sign-in/sign-in-steps.tsx";
import { useTitle } from "@/lib/use-title.ts";
import { Card } from "@/ui/card.tsx";

/** Signing in: e-mail and password first, then the second factor, in the same card. */
export default function LoginPage() {
  useTitle("Sign in");
  return (
    <Card className="grid gap-4 p-6">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
        Sign in
      </h1>
      <SignInSteps />
    </Card>
  );
}

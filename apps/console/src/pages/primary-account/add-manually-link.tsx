import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { paths } from "@/paths.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";

type AddManuallyLinkProps = { userId: number; variant: "primary" | "secondary" };

/** The way to the form that adds an account; for who may not add any, the reason. */
export function AddManuallyLink({ userId, variant }: AddManuallyLinkProps) {
  const disabledReason = useWhyNot("accounts.write");
  if (disabledReason !== null)
    return (
      <Button variant={variant} disabledReason={disabledReason}>
        {ACCOUNT_PAGES.add}
      </Button>
    );
  return (
    <Link href={paths.addManually({ id: userId })} className={buttonVariants({ variant })}>
      {ACCOUNT_PAGES.add}
    </Link>
  );
}

import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { OwnerName, useAccountOwner } from "@/components/users/account-owner.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useCustomerActions } from "@/components/users/use-customer-actions.ts";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { AccountsSection } from "./accounts-section.tsx";
import { CardsSection } from "./cards-section.tsx";
import { DebitControlSection } from "./debit-control-section.tsx";

/** The bank accounts and cards of one customer, and which of them are primary. Whose is in the address. */
export default function PrimaryAccountPage() {
  const id = useUserId();
  if (id === null)
    return <UnknownUser title={ACCOUNT_PAGES.list} message="This address has no customer id." />;
  return <CustomerAccounts key={id} id={id} />;
}

function CustomerAccounts({ id }: { id: number }) {
  const { name, refusal } = useAccountOwner(id);
  useCustomerActions({ id, name });
  if (refusal !== null) return <UnknownUser title={ACCOUNT_PAGES.list} message={refusal} />;
  return (
    <>
      <PageHeader
        title={ACCOUNT_PAGES.list}
        above={name}
        aside={<OwnerName id={id} name={name} />}
        actions={<AddManuallyLink userId={id} variant="primary" />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        <DebitControlSection userId={id} />
        <AccountsSection
          userId={id}
          active
          emptyAction={<AddManuallyLink userId={id} variant="secondary" />}
        />
        <AccountsSection userId={id} active={false} />
        <CardsSection userId={id} />
      </div>
    </>
  );
}

type AddManuallyLinkProps = { userId: number; variant: "primary" | "secondary" };

/** The way to the form that adds an account; for who may not add any, the reason. */
function AddManuallyLink({ userId, variant }: AddManuallyLinkProps) {
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

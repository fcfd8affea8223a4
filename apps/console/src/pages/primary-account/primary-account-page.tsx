import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { OwnerName } from "@/components/users/owner-name.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useAccountOwner } from "@/components/users/use-account-owner.ts";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { AccountsSection } from "./accounts-section.tsx";
import { AddManuallyLink } from "./add-manually-link.tsx";
import { CardsSection } from "./cards-section.tsx";
import { DebitControlSection } from "./debit-control-section.tsx";

/** The bank accounts and cards of one customer, and which of them are primary. Whose is in the address. */
export default function PrimaryAccountPage() {
  const id = useUserId();
  if (id === null)
    return <UnknownUser title={ACCOUNT_PAGES.list} message="This address names no customer." />;
  return <CustomerAccounts key={id} id={id} />;
}

function CustomerAccounts({ id }: { id: number }) {
  const { name, refusal } = useAccountOwner(id);
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

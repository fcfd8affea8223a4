import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { OwnerName, useAccountOwner } from "@/components/users/account-owner.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { ManualAccountForm } from "./manual-account-form.tsx";

/** Where a bank account is written down that no bank link told of. Whose is in the address. */
export default function AddManuallyPage() {
  const id = useUserId();
  if (id === null)
    return <UnknownUser title={ACCOUNT_PAGES.add} message="This address has no customer id." />;
  return <AddManually key={id} id={id} />;
}

function AddManually({ id }: { id: number }) {
  const { name, refusal } = useAccountOwner(id);
  if (refusal !== null) return <UnknownUser title={ACCOUNT_PAGES.add} message={refusal} />;
  return (
    <>
      <PageHeader title={ACCOUNT_PAGES.add} above={name} aside={<OwnerName id={id} name={name} />} />
      <div className="max-w-2xl">
        <ManualAccountForm userId={id} />
      </div>
    </>
  );
}

import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { type ReactNode, useState } from "react";
import { FoldButton } from "@/components/fold-button.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DataTable } from "@/table/data-table.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { accountLabel, activeColumns, inactiveColumns } from "./account-columns.tsx";
import { AskPrimary } from "./ask-primary.tsx";
import { primaryRowClass } from "./row-controls.tsx";
import { useAccountActions, useAccounts } from "./use-accounts.ts";
import { useReadableColumns } from "./use-readable-columns.ts";

type AccountsSectionProps = {
  userId: number;
  /** Whether these are the accounts in use, or those of links that are lost. */
  active: boolean;
  emptyAction?: ReactNode;
};

/** Bank accounts of the customer. The table can be folded away. */
export function AccountsSection({ userId, active, emptyAction }: AccountsSectionProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [askedId, setAskedId] = useState<number | null>(null);
  const [addedId, setAddedId] = useState<number | null>(null);
  const query = useAccounts(userId, active);
  const columns = useReadableColumns(active ? activeColumns : inactiveColumns);
  const disabledReason = useWhyNot("accounts.write");
  const actions = useAccountActions(() => {
    setAskedId(null);
    setAddedId(null);
  });
  const asked = query.data?.accounts.find(({ id }) => id === askedId);
  const added = query.data?.accounts.find(({ id }) => id === addedId);
  const id = active ? "active-accounts" : "inactive-accounts";
  const title = active ? "Active Accounts" : "Inactive Accounts";
  const tableId = `${id}-table`;
  return (
    <>
      <QuerySection
        id={id}
        title={title}
        query={query}
        count={({ accounts }) => accounts.length}
        failure={TEXT.failed}
        actions={
          query.data &&
          query.data.accounts.length > 0 && (
            <FoldButton
              title={title}
              controls={tableId}
              isOpen={isOpen}
              onToggle={() => setIsOpen(!isOpen)}
            />
          )
        }
        empty={{
          title: `No ${title} Found`,
          action: emptyAction,
          when: ({ accounts }) => accounts.length === 0,
        }}
      >
        {({ accounts }) =>
          isOpen && (
            <div id={tableId}>
              <DataTable
                label={title}
                columns={columns}
                actions={{ ...actions, disabledReason, askPrimary: setAskedId, askAdd: setAddedId }}
                rows={accounts}
                rowKey={(account) => String(account.id)}
                rowClass={primaryRowClass}
                empty={null}
              />
            </div>
          )
        }
      </QuerySection>
      {asked && (
        <AskPrimary
          label={accountLabel(asked)}
          what="account"
          pending={actions.isMakingPrimary}
          onConfirm={() => actions.makePrimary(asked.id, query.data?.primaryId ?? null)}
          onCancel={() => setAskedId(null)}
        />
      )}
      {added && (
        <AskAdd
          label={accountLabel(added)}
          pending={actions.isAdding}
          onConfirm={() => actions.addManually(added.id)}
          onCancel={() => setAddedId(null)}
        />
      )}
    </>
  );
}

type AskAddProps = {
  /** What is to be added, as it stands in its row. */
  label: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before an account of a lost link is added by hand: it does not go back. */
const AskAdd = ({ label, pending, onConfirm, onCancel }: AskAddProps) => (
  <AlertDialog
    title={`Add ${label} manually?`}
    confirmLabel={ACCOUNT_PAGES.add}
    pending={pending}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    It moves to Active Accounts and no longer belongs to the lost bank link. Its number and routing number do
    not change.
  </AlertDialog>
);

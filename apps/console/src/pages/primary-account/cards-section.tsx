import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { useState } from "react";
import { failureText } from "@/api/errors.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DataTable } from "@/table/data-table.tsx";
import { AskPrimary } from "./ask-primary.tsx";
import { cardColumns, cardLabel } from "./card-columns.tsx";
import { primaryRowClass } from "./row-controls.tsx";
import { useCardActions, useCards } from "./use-cards.ts";
import { useReadableColumns } from "./use-readable-columns.ts";

const TITLE = "Cards";

/** The cards of the customer. */
export function CardsSection({ userId }: { userId: number }) {
  const [askedId, setAskedId] = useState<number | null>(null);
  const query = useCards(userId);
  const columns = useReadableColumns(cardColumns);
  const disabledReason = useWhyNot("accounts.write");
  const actions = useCardActions(() => setAskedId(null));
  const asked = query.data?.find(({ id }) => id === askedId);
  const primary = query.data?.find(({ isPrimary }) => isPrimary);
  return (
    <>
      <QuerySection
        id="cards"
        title={TITLE}
        query={query}
        count={(cards) => cards.length}
        failure={query.error ? failureText(query.error, TEXT.cardsFailed) : undefined}
        empty={{ title: "No Cards Found", when: (cards) => cards.length === 0 }}
      >
        {(cards) => (
          <DataTable
            label={TITLE}
            columns={columns}
            actions={{ ...actions, disabledReason, askPrimary: setAskedId }}
            rows={cards}
            rowKey={({ id }) => String(id)}
            rowClass={primaryRowClass}
            empty={null}
          />
        )}
      </QuerySection>
      {asked && (
        <AskPrimary
          label={cardLabel(asked)}
          what="card"
          pending={actions.isMakingPrimary}
          onConfirm={() => actions.makePrimary(asked.id, primary?.id ?? null)}
          onCancel={() => setAskedId(null)}
        />
      )}
    </>
  );
}

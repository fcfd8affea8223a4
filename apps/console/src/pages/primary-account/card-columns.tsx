import { whyNotMakeCardPrimary, whyNotSwitchCard } from "@countinghouse/validators/bank-accounts/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { isCardExpired } from "@countinghouse/validators/payments/rules";
import { useState } from "react";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { expiryText, masked } from "@/components/payments/instrument-text.ts";
import { CopyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { ImportedBadge } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Primary, type RowActions, RowSwitch } from "./row-controls.tsx";
import type { Card } from "./use-cards.ts";

const column = columnHelper<Card, RowActions>();

/** What a row is called where it is not seen. */
export const cardLabel = ({ issuer, last4 }: Card): string => `${issuer || "Card"} ${masked(last4)}`;

/** The cards on file (specification 1, section 3). A security code is kept nowhere: of all stand three dots. */
export const cardColumns = column.columns([
  column.accessor("last4", {
    header: "Card Number",
    meta: { className: "w-32", pinned: true },
    cell: ({ row }) => <span className="tabular-nums">{masked(row.original.last4)}</span>,
  }),
  column.accessor("isPrimary", {
    header: "Primary",
    meta: { className: "w-32" },
    cell: ({ row, table }) => <PrimaryCard card={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("status", {
    header: "Status",
    meta: { className: "w-40" },
    cell: ({ row, table }) => <CardStatus card={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("expiry", {
    header: "Card Expiry",
    meta: { className: "w-36" },
    cell: ({ row }) => <CardExpiry card={row.original} />,
  }),
  column.display({
    id: "cvv",
    header: "Card Cvv",
    meta: { className: "w-24" },
    cell: () => (
      <>
        <span aria-hidden>•••</span>
        <span className="sr-only">not stored</span>
      </>
    ),
  }),
  column.accessor("cardName", {
    header: "Card Name",
    meta: { className: "w-44" },
    cell: ({ row: { original: card } }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{card.cardName}</span>
        {card.isImported && <ImportedBadge />}
      </span>
    ),
  }),
  column.accessor("issuer", { header: "Issuer", meta: { className: "w-28" } }),
  column.accessor("verifyType", { header: "Verify Type", meta: { className: "w-24" } }),
  column.accessor("verifyFund", { header: "Verify Fund", meta: { className: "w-36" } }),
  column.accessor("mid", { header: "Mid", meta: { className: "w-24 tabular-nums" } }),
  column.accessor("account", {
    header: "Account",
    meta: { className: "w-32" },
    cell: ({ row: { original: card } }) => (
      <CopyCell value={card.account} label={`account of ${cardLabel(card)}`} />
    ),
  }),
  column.display({
    id: "history",
    header: () => <span className="sr-only">History</span>,
    meta: { className: "w-12" },
    cell: ({ row: { original: card } }) => (
      <HistoryLink of={{ type: "card", id: card.id }} which={cardLabel(card)} />
    ),
  }),
]);

const useToday = (): string => useState(() => newYorkDate(new Date()))[0];

type CardCellProps = { card: Card; actions: RowActions };

function PrimaryCard({ card, actions }: CardCellProps) {
  const whyNot = whyNotMakeCardPrimary(card, useToday());
  return (
    <Primary
      actions={actions}
      id={card.id}
      label={cardLabel(card)}
      isPrimary={card.isPrimary}
      whyNot={whyNot}
    />
  );
}

function CardStatus({ card, actions }: CardCellProps) {
  const isActive = card.status === "ACTIVE";
  return (
    <span className="flex items-center gap-2">
      <RowSwitch
        actions={actions}
        id={card.id}
        label={`Activate ${cardLabel(card)}`}
        isOn={isActive}
        whyNot={whyNotSwitchCard(card, useToday())}
      />
      <StatusBadge>{card.status}</StatusBadge>
    </span>
  );
}

function CardExpiry({ card: { expiry } }: { card: Card }) {
  const isExpired = isCardExpired(expiry, useToday());
  return (
    <span className="flex items-center gap-2">
      <span className="tabular-nums">{expiryText(expiry)}</span>
      {isExpired && <StatusBadge>Expired</StatusBadge>}
    </span>
  );
}

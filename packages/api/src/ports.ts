import type { Ach } from "@countinghouse/providers/ach/port";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Cards } from "@countinghouse/providers/cards/port";
import type { Crm } from "@countinghouse/providers/crm/port";
import type { FileTransfer } from "@countinghouse/providers/file-transfer/port";
import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";

/** The outside systems that calls ask while somebody waits. Never inside a transaction. */
export interface Ports {
  ach: Ach;
  cards: Cards;
  bankLink: BankLink;
  crm: Crm;
  objectStorage: ObjectStorage;
  fileTransfer: FileTransfer;
  businessVerification: BusinessVerification;
  ledgerSheet: LedgerSheet;
}

/** What a domain receives that asks one of them. */
export interface WithPorts<Name extends keyof Ports> {
  ports: Pick<Ports, Name>;
}

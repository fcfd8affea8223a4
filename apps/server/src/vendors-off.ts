import { type Vendor, whyNotVendor } from "@countinghouse/api/vendors-off";
import type { Ach } from "@countinghouse/providers/ach/port";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Cards } from "@countinghouse/providers/cards/port";
import type { Crm } from "@countinghouse/providers/crm/port";
import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import type { FileTransfer } from "@countinghouse/providers/file-transfer/port";
import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import { ProviderError } from "@countinghouse/providers/provider-error";

const NO_CALL = { idempotencyKey: false, lookUp: true, effectWindowMs: 0 } as const;

const refusal = (vendor: Vendor): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: vendor,
    message: whyNotVendor(vendor, [vendor]) ?? "",
  });

/** Returns a call that rejects, and one that throws for methods with rows or a synchronous result. */
const refusing = (vendor: Vendor) => ({
  no: (): Promise<never> => Promise.reject(refusal(vendor)),
  none: (): never => {
    throw refusal(vendor);
  },
});

type Refusing = ReturnType<typeof refusing>;

function achOff({ no, none }: Refusing): Ach {
  const reports = { returnsBetween: none, settlementsBetween: none };
  return { capability: NO_CALL, send: no, lookUp: no, findKey: no, ...reports };
}

function cardsOff({ no, none }: Refusing): Cards {
  const calls = { pull: no, push: no, refund: no, lookUp: no, lookUpRefund: no, find: no, query: no };
  return { capability: NO_CALL, ...calls, findExceptions: none, findTransactions: no };
}

const bankLinkOff = ({ no, none }: Refusing): BankLink => ({
  balances: no,
  auth: no,
  itemState: no,
  institution: no,
  institutions: no,
  transactionsSync: no,
  createAssetReport: no,
  assetReport: no,
  refreshAssetReport: no,
  assetReportPdf: no,
  signatureRefusal: none,
  verifyWebhook: no,
});

const crmOff = ({ no }: Refusing): Crm => ({
  findDeal: no,
  deal: no,
  setDealStage: no,
  updateDealTerms: no,
  requestDeal: no,
  doNotFund: no,
  setDoNotFund: no,
  editContact: no,
  createNote: no,
  findNote: no,
  effectWindowMs: 0,
});

const businessVerificationOff = ({ no, none }: Refusing): BusinessVerification => ({
  createBusiness: no,
  business: no,
  findBusiness: no,
  fileLien: no,
  liens: no,
  terminateLien: no,
  document: no,
  signatureRefusal: none,
  verifyWebhook: none,
});

const ledgerSheetOff = ({ no, none }: Refusing): LedgerSheet => ({
  append: no,
  read: none,
  find: no,
  effectWindowMs: 0,
});

const decisioningOff = ({ no }: Refusing): Decisioning => ({ evaluation: no });

const fileTransferOff = ({ no }: Refusing): FileTransfer => ({ list: no, get: no, put: no });

/**
 * Replaces the adapter of each vendor that is off. It sends nothing, and refuses with the reason. Procedures refuse earlier; these adapters
 * are for work that began while the vendor was on.
 */
export const OFF = {
  ach: achOff(refusing("ach")),
  cards: cardsOff(refusing("cards")),
  bankLink: bankLinkOff(refusing("bankLink")),
  crm: crmOff(refusing("crm")),
  decisioning: decisioningOff(refusing("decisioning")),
  businessVerification: businessVerificationOff(refusing("businessVerification")),
  ledgerSheet: ledgerSheetOff(refusing("ledgerSheet")),
  fileTransfer: fileTransferOff(refusing("fileTransfer")),
};

import type { Ports } from "@countinghouse/api/ports";
import { ALL_VENDORS } from "@countinghouse/api/vendors-off";
import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { VirusScanner } from "@countinghouse/providers/virus-scanner/port";

/** A request to a vendor that changes nothing there. */
export interface VendorCheck {
  vendor: string;
  /** The requested record or list. */
  what: string;
  /** The right that the request needs, in the vendor's words. */
  needs: string;
  ask: () => Promise<unknown>;
  /** Returns true for a refusal that proves valid credentials, such as an unknown record. */
  isAnswer?: (error: ProviderError) => boolean;
}

export interface VendorFinding extends Pick<VendorCheck, "vendor" | "what"> {
  state: "ok" | "refused" | "not reached" | "off";
  /** The reason, unless the state is ok. */
  reason: string;
}

export interface Checked extends Ports {
  decisioning: Decisioning;
  /** Signs in to the mail server, and sends nothing. */
  signInToMail(): Promise<void>;
  uploadsFolder: string;
  /** Null without CLAMD_ADDRESS. */
  virusScanner: VirusScanner | null;
}

/** Invented names. No vendor has a record with one of them. */
const NO_RECORD = "10000000000000";
const NO_UUID = "00000000-0000-4000-8000-000000000000";
const NO_NAME = "vendors-check";

/** The UTC day of this long ago has ended in New York. */
const OVER_FOR_SURE_MS = 36 * 3_600_000;

const isUnknownId = ({ vendorCode, message }: ProviderError): boolean =>
  vendorCode === "INVALID_DATA" && /id given seems to be invalid/i.test(message);

async function first(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows) return;
}

/** Returns all requests, vendor by vendor. */
export function vendorChecks(ports: Checked, now: Date): VendorCheck[] {
  const overDay = new Date(now.getTime() - OVER_FOR_SURE_MS).toISOString().slice(0, 10);
  const { bankLink, crm, businessVerification, decisioning, ach, cards, virusScanner } = ports;
  const zoho = (what: string, needs: string, ask: () => Promise<unknown>): VendorCheck => ({
    vendor: "Zoho",
    what,
    needs,
    ask,
    isAnswer: isUnknownId,
  });
  return [
    {
      vendor: "Plaid",
      what: "institutions",
      needs: "client_id and secret of this environment",
      ask: () => bankLink.institutions({ count: 1, offset: 0 }),
    },
    zoho("a deal", "scope ZohoCRM.modules.deals.READ", () => crm.deal(NO_RECORD)),
    zoho("the deals of a contact", "scope ZohoCRM.modules.contacts.READ", () => crm.findDeal(NO_RECORD)),
    zoho("notes of a deal", "scope ZohoCRM.modules.notes.READ", () =>
      crm.findNote({ kind: "deal", id: NO_RECORD }, NO_NAME),
    ),
    {
      vendor: "Middesk",
      what: "a business",
      needs: "an API key of this environment",
      ask: () => businessVerification.business(NO_UUID),
      isAnswer: ({ status }) => status === 404,
    },
    {
      vendor: "Alloy",
      what: "an evaluation",
      needs: "token and secret of the workflow, or of the account with ALLOY_WORKFLOW_TOKEN",
      ask: () => decisioning.evaluation("L-vendorscheck"),
    },
    {
      vendor: "Payliance",
      what: "a transaction",
      needs: "the secret key of this environment, with eCheck enabled",
      ask: () => ach.lookUp(NO_NAME),
    },
    {
      vendor: "Payliance",
      what: "the returns of a day",
      needs: "eCheck reports enabled",
      ask: () => first(ach.returnsBetween(overDay, overDay)),
    },
    {
      vendor: "Payliance",
      what: "the settlements of a day",
      needs: "eCheck reports enabled",
      ask: () => first(ach.settlementsBetween(overDay, overDay)),
    },
    {
      vendor: "TabaPay",
      what: "a transaction",
      needs: "the bearer token of the client, and this machine's address on its list",
      ask: () => cards.find("aaaaaaaaaaaaaaaaaaaaaa"),
    },
    {
      vendor: "TabaPay",
      what: "the folder of daily reports",
      needs: "TABAPAY_REPORTS_FOLDER on the SFTP server",
      ask: () => cards.findTransactions(overDay),
    },
    ...(["Payments", "New Accounts", "Upcoming"] as const).map((sheet) => ({
      vendor: "Google Sheets",
      what: `the sheet ${sheet}`,
      needs: "the spreadsheet shared with the service account, and a sheet of this name with its headings",
      ask: () => first(ports.ledgerSheet.read(sheet)),
    })),
    {
      vendor: "Object storage",
      what: "an object that is not there",
      needs: "s3:GetObject and s3:ListBucket",
      ask: () => ports.objectStorage.head(`${NO_NAME}/none`),
    },
    {
      vendor: "Object storage",
      what: "a folder",
      needs: "s3:ListBucket",
      ask: () => first(ports.objectStorage.list(`${NO_NAME}/`)),
    },
    {
      vendor: "SFTP",
      what: "the folder for uploads",
      needs: "the host key, the login, and SFTP_UPLOADS_FOLDER",
      ask: () => ports.fileTransfer.list(ports.uploadsFolder),
    },
    ...(virusScanner === null
      ? []
      : [
          {
            vendor: "clamd",
            what: "whether it is there",
            needs: "CLAMD_ADDRESS",
            ask: () => virusScanner.ping(),
          },
        ]),
    {
      vendor: "SMTP",
      what: "signing in",
      needs: "user and password, and a certificate that is trusted",
      ask: () => ports.signInToMail(),
    },
  ];
}

/** Returns true for an error of a vendor that is off: only its replacement uses the vendor's name in the settings. */
const isOff = ({ provider }: ProviderError): boolean => ALL_VENDORS.some((vendor) => vendor === provider);

/** Sends one request, and returns its outcome. Throws errors that are no ProviderError. */
export async function checkVendor({
  vendor,
  what,
  needs,
  ask,
  isAnswer,
}: VendorCheck): Promise<VendorFinding> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (isOff(error)) return { vendor, what, state: "off", reason: error.message };
    if (!isAnswer?.(error)) {
      const isRefused = error.kind === "refused";
      const missing = isRefused ? ` Needed: ${needs}.` : "";
      return {
        vendor,
        what,
        state: isRefused ? "refused" : "not reached",
        reason: `${error.message.replace(/\.$/, "")}.${missing}`,
      };
    }
  }
  return { vendor, what, state: "ok", reason: "" };
}

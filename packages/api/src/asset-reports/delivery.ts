import { setTimeout as pause } from "node:timers/promises";
import type { AssetReportReference, BankLink } from "@countinghouse/providers/bank-link/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import type { Claimed, Delivery, Hold } from "../outbox/deliver.ts";
import { OrderMessage } from "./message.ts";
import { tokenPlace } from "./stored.ts";

type OrderServices = Pick<Core, "db" | "vault" | "now">;

/** Somebody waits for the report: after this many tries, within a minute, it has failed. */
const MOST_ORDERS = 4;

/** What came of an order is kept once more after each of these, in ms. */
const KEEP_AGAIN_MS = [250, 1_000, 4_000];
/** Nobody begins to keep it later than so long after the order was taken: by then another worker may soon give it up for lost. */
const KEPT_WITHIN_MS = 60_000;

const NO_WORD = "A worker stopped during this order. It may have been placed and is not repeated.";

/**
 * Orders asset reports of the provider and keeps their tokens. An order whose outcome is unknown is not repeated by
 * itself, since each report made is charged and can not be looked up without the token that its order is answered with:
 * the report has failed, and a person may request another. The same goes for an order that a worker died over, or of which it
 * could not keep what came.
 */
export const deliverAssetReports = (
  services: OrderServices,
  bankLink: BankLink,
  claimed: Claimed[],
  hold: Hold,
): Promise<Delivery[]> => {
  const takenAt = services.now().getTime();
  return Promise.all(
    claimed.map(async ({ id, attempts, isLeftBehind, payload }) => {
      try {
        const order = { id, attempts, isLeftBehind, takenAt, ...OrderMessage.parse(payload) };
        return {
          id,
          receipt: await orderOnce(
            services,
            heldBefore(bankLink, () => hold([order])),
            order,
          ),
        };
      } catch (error) {
        return { id, error, isLeftBehind: error instanceof NotKept };
      }
    }),
  );
};

/** A worker that was frozen, while another one gave the order up for lost, does not make it after all. */
const heldBefore = (bankLink: BankLink, hold: () => Promise<void>): BankLink => ({
  ...bankLink,
  createAssetReport: (...order) => hold().then(() => bankLink.createAssetReport(...order)),
  refreshAssetReport: (...order) => hold().then(() => bankLink.refreshAssetReport(...order)),
});

interface Order {
  /** Of the message. */
  id: string;
  attempts: number;
  isLeftBehind: boolean;
  takenAt: number;
  reportId: number;
  refreshed: number | null;
}

/** What came of an order is written nowhere: it may have been made. */
class NotKept extends Error {}

async function orderOnce(services: OrderServices, bankLink: BankLink, order: Order): Promise<string> {
  const { db } = services;
  const report = await db.read.assetReport.findUniqueOrThrow({ where: { id: order.reportId } });
  if (report.providerId !== "" || report.state !== "PENDING") return report.providerId;
  try {
    if (order.isLeftBehind)
      throw new ProviderError({ kind: "unknown", provider: "outbox", message: NO_WORD });
    const ordered = await readReportOrder(services, bankLink, report, order.refreshed);
    await keepSurely(services, order, {
      providerId: ordered.assetReportId,
      tokenSealed: services.vault.seal(tokenPlace(report.id), ordered.assetReportToken),
    });
    return ordered.assetReportId;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "unavailable" && order.attempts < MOST_ORDERS) throw error;
    const { provider, message, vendorCode } = error;
    const failed = { state: "ERROR", errorCode: vendorCode ?? "", finishedAt: services.now() } as const;
    await keepSurely(services, order, failed, message);
    throw new ProviderError({ kind: "refused", provider, message, vendorCode, cause: error });
  }
}

async function readReportOrder(
  { db, vault }: OrderServices,
  bankLink: BankLink,
  { userId, daysRequested }: { userId: number; daysRequested: number },
  refreshed: number | null,
): Promise<AssetReportReference> {
  const last =
    refreshed === null ? null : await db.read.assetReport.findUniqueOrThrow({ where: { id: refreshed } });
  if (last?.tokenSealed) {
    return bankLink.refreshAssetReport(vault.open(tokenPlace(last.id), last.tokenSealed), daysRequested);
  }
  const { firstname, lastname, email, phone, bankLinks } = await db.read.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      firstname: true,
      lastname: true,
      email: true,
      phone: true,
      bankLinks: {
        where: { accessTokenSealed: { not: null } },
        orderBy: { id: "asc" },
        select: { id: true, accessTokenSealed: true },
      },
    },
  });
  return bankLink.createAssetReport({
    accessTokens: bankLinks.flatMap(({ id, accessTokenSealed }) =>
      accessTokenSealed === null
        ? []
        : [vault.open({ table: "bank_link", column: "access_token_sealed", rowId: id }, accessTokenSealed)],
    ),
    days: daysRequested,
    user: { userId: String(userId), firstName: firstname, lastName: lastname, email, phone },
  });
}

interface Kept {
  providerId?: string;
  tokenSealed?: Uint8Array<ArrayBuffer>;
  state?: "ERROR";
  errorCode?: string;
  finishedAt?: Date;
}

/** Throws NotKept where the database does not take it for seconds, or it is too late. */
async function keepSurely(...kept: Parameters<typeof keep>): Promise<void> {
  const [services, { takenAt }] = kept;
  let cause: unknown;
  for (const waitMs of [0, ...KEEP_AGAIN_MS]) {
    if (waitMs > 0) await pause(waitMs);
    if (services.now().getTime() - takenAt >= KEPT_WITHIN_MS) break;
    try {
      await keep(...kept);
      return;
    } catch (error) {
      cause = error;
    }
  }
  throw new NotKept("The result of this order could not be saved.", { cause });
}

function keep(
  services: OrderServices,
  { id, reportId }: Order,
  { tokenSealed, ...facts }: Kept,
  why?: string,
): Promise<null> {
  const command = createCommand({ ...services, wakeOutbox: () => {} }, { kind: "job", name: "outbox" });
  const spec = { action: "assetReports.order", capability: null, input: { requestId: id } } as const;
  return command(spec, async ({ tx }) => {
    const data = { ...facts, ...(tokenSealed && { tokenSealed }) };
    await tx.assetReport.update({ where: { id: reportId }, data });
    const after = { ...facts, ...(why !== undefined && { why }) };
    return { result: null, audit: { subject: { type: "asset_report", id: reportId }, after } };
  });
}

import type { Sandbox } from "../../../../apps/sandbox/src/index.ts";
import { createTabaPayCards, type TabaPayConfig } from "../cards/tabapay.ts";
import { createSftpFileTransfer } from "../file-transfer/sftp.ts";

/** A card of the processor's own making. */
export const CARD = "x7Gq_2Zk-90aBcDeFgHiJk";
export const DAY_SECONDS = 86_400;

/** The port, spoken to the sandbox. */
export function sandboxCards(sandbox: Sandbox, changes: Partial<TabaPayConfig> = {}) {
  const { reportsFolder, ...access } = sandbox.tabapay;
  const files = createSftpFileTransfer({ ...sandbox.sftp, deadlineMs: 60_000 });
  const usual = { ...access, deadlineMs: 60_000, effectWindowMs: 90_000, files, reportsFolder };
  return createTabaPayCards({ ...usual, ...changes });
}

/** What TabaPay has in its books. */
export const tabapayBooks = (sandbox: Sandbox) =>
  sandbox.vendors.find(({ name }) => name === "tabapay")?.books?.() ?? [];

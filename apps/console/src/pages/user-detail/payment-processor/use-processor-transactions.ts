import type { RouterOutputs } from "@countinghouse/api";
import { PROCESSOR_TRANSACTIONS_PAGE_SIZE } from "@countinghouse/validators/processor-transactions/rules";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";

type Page = RouterOutputs["payments"]["processorTransactions"];

export type ProcessorTransaction = Page["transactions"][number];

const PAGING = byCursor(({ transactions }: Page) => transactions);

/** The pages loaded so far, the latest first. */
export const useProcessorTransactions = (userId: number, enabled: boolean) =>
  usePages(
    trpc.payments.processorTransactions,
    { userId, limit: PROCESSOR_TRANSACTIONS_PAGE_SIZE },
    { ...PAGING, enabled },
  );

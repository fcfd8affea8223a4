import {
  DeleteLedgerWrites,
  LedgerWriteProgress,
  RestoreLedgerWrites,
  RetryLedgerWrites,
} from "@countinghouse/validators/ledger-writes/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { deleteLedgerWrites } from "./delete.ts";
import { ledgerWriteProgress, listLedgerWriteFailures } from "./list.ts";
import { restoreLedgerWrites } from "./restore.ts";
import { retryLedgerWrites } from "./retry.ts";

export const ledgerWritesRouter = router({
  list: can("ledgerWrites.read").query(({ ctx }) => listLedgerWriteFailures(ctx)),
  progress: can("ledgerWrites.read")
    .input(LedgerWriteProgress)
    .query(({ ctx, input }) => ledgerWriteProgress(ctx, input)),
  retry: can("ledgerWrites.write")
    .input(command(RetryLedgerWrites))
    .mutation(({ ctx, input }) => retryLedgerWrites(ctx, input)),
  delete: can("ledgerWrites.write")
    .input(command(DeleteLedgerWrites))
    .mutation(({ ctx, input }) => deleteLedgerWrites(ctx, input)),
  restore: can("ledgerWrites.write")
    .input(command(RestoreLedgerWrites))
    .mutation(({ ctx, input }) => restoreLedgerWrites(ctx, input)),
});

import { ListLedger } from "@countinghouse/validators/ledger/schemas";
import { canReadCopy, router } from "../trpc.ts";
import { listLedger } from "./list.ts";

export const ledgerRouter = router({
  list: canReadCopy("ledger.read")
    .input(ListLedger)
    .query(({ ctx, input }) => listLedger(ctx, input)),
});

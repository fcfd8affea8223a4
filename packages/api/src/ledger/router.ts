import { ListLedger } from "@countinghouse/validators/ledger/schemas";
import { can, router } from "../trpc.ts";
import { listLedger } from "./list.ts";

export const ledgerRouter = router({
  list: can("ledger.read")
    .input(ListLedger)
    .query(({ ctx, input }) => listLedger(ctx, input)),
});

import { ledger } from "@countinghouse/validators/ledger/contract";
import { ListLedger } from "@countinghouse/validators/ledger/schemas";
import { handleRead, router } from "../trpc.ts";
import { listLedger } from "./list.ts";

export const ledgerRouter = router({
  list: handleRead(ledger.list, ListLedger, listLedger),
});

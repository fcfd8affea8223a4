import {
  FetchBalances,
  ListBalanceRecords,
  ListBankLinks,
  ReAuth,
} from "@countinghouse/validators/bank-links/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { fetchBalances, listBalanceRecords } from "./balances.ts";
import { listBankLinks } from "./list.ts";
import { reAuth } from "./re-auth.ts";

export const bankLinksRouter = router({
  list: can("bankLinks.read")
    .input(ListBankLinks)
    .query(({ ctx, input }) => listBankLinks(ctx, input)),
  reAuth: can("bankLinks.ask")
    .input(command(ReAuth))
    .mutation(({ ctx, input }) => reAuth(ctx, input)),
  balances: can("bankLinks.read")
    .input(ListBalanceRecords)
    .query(({ ctx, input }) => listBalanceRecords(ctx, input)),
  fetchBalances: can("bankLinks.ask")
    .input(command(FetchBalances))
    .mutation(({ ctx, input }) => fetchBalances(ctx, input)),
});

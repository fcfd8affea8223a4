import {
  AddAccountManually,
  AddLostAccountManually,
  GetAccountOwner,
  ListBankAccounts,
  MakeAccountPrimary,
  SetAccountEnabled,
} from "@countinghouse/validators/bank-accounts/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { addLostAccountManually } from "./add-lost-manually.ts";
import { addAccountManually } from "./add-manually.ts";
import { makeAccountPrimary, setAccountEnabled } from "./change-account.ts";
import { accountOwner, listBankAccounts } from "./list.ts";

export const bankAccountsRouter = router({
  owner: can("accounts.read")
    .input(GetAccountOwner)
    .query(({ ctx, input }) => accountOwner(ctx, input)),
  list: can("accounts.read")
    .input(ListBankAccounts)
    .query(({ ctx, input }) => listBankAccounts(ctx, input)),
  setEnabled: can("accounts.write")
    .input(command(SetAccountEnabled))
    .mutation(({ ctx, input }) => setAccountEnabled(ctx, input)),
  makePrimary: can("accounts.write")
    .input(command(MakeAccountPrimary))
    .mutation(({ ctx, input }) => makeAccountPrimary(ctx, input)),
  addManually: can("accounts.write")
    .input(command(AddAccountManually))
    .mutation(({ ctx, input }) => addAccountManually(ctx, input)),
  addLostManually: can("accounts.write")
    .input(command(AddLostAccountManually))
    .mutation(({ ctx, input }) => addLostAccountManually(ctx, input)),
});

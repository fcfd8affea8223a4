import { ListBankCustomers, RefreshInstitutions } from "@countinghouse/validators/institutions/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listBankCustomers } from "./customers.ts";
import { listInstitutions } from "./list.ts";
import { refreshInstitutions } from "./refresh.ts";

export const institutionsRouter = router({
  list: can("institutions.read").query(({ ctx }) => listInstitutions(ctx)),
  customers: can("institutions.read")
    .input(ListBankCustomers)
    .query(({ ctx, input }) => listBankCustomers(ctx, input)),
  refresh: can("institutions.refresh")
    .input(command(RefreshInstitutions))
    .mutation(({ ctx, input }) => refreshInstitutions(ctx, input)),
});

import { FreezeCustomers, GetCustomerList } from "@countinghouse/validators/customer-lists/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { freezeCustomers, getCustomerList } from "./service.ts";

export const customerListsRouter = router({
  get: can("bulkJobs.read")
    .input(GetCustomerList)
    .query(({ ctx, input }) => getCustomerList(ctx, input)),
  freeze: can("customerLists.freeze")
    .input(command(FreezeCustomers))
    .mutation(({ ctx, input }) => freezeCustomers(ctx, input)),
});

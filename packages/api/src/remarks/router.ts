import { AddRemark, EndRemark, ListRemarks } from "@countinghouse/validators/remarks/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { addRemark, endRemark, listRemarks } from "./service.ts";

export const remarksRouter = router({
  list: can("remarks.read")
    .input(ListRemarks)
    .query(({ ctx, input }) => listRemarks(ctx, input)),
  add: can("remarks.add")
    .input(command(AddRemark))
    .mutation(({ ctx, input }) => addRemark(ctx, input)),
  end: can("remarks.end")
    .input(command(EndRemark))
    .mutation(({ ctx, input }) => endRemark(ctx, input)),
});

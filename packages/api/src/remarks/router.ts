import { ListRemarks } from "@countinghouse/validators/remarks/schemas";
import { can, router } from "../trpc.ts";
import { listRemarks } from "./service.ts";

export const remarksRouter = router({
  list: can("remarks.read")
    .input(ListRemarks)
    .query(({ ctx, input }) => listRemarks(ctx, input)),
});

import { ListRecontracts } from "@countinghouse/validators/files/schemas";
import { can, router } from "../trpc.ts";
import { listRecontracts } from "./service.ts";

export const recontractsRouter = router({
  list: can("files.read")
    .input(ListRecontracts)
    .query(({ ctx, input }) => listRecontracts(ctx, input)),
});

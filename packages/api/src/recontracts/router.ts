import { ListRecontracts } from "@countinghouse/validators/files";
import { can, router } from "../trpc.ts";
import { listRecontracts } from "./service.ts";

export const recontractsRouter = router({
  list: can("files.read")
    .input(ListRecontracts)
    .query(({ ctx, input }) => listRecontracts(ctx, input)),
});

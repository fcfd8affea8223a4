import { ListUploads } from "@countinghouse/validators/uploads/schemas";
import { can, router } from "../trpc.ts";
import { listUploads } from "./list.ts";

export const uploadsRouter = router({
  list: can("uploads.read")
    .input(ListUploads)
    .query(({ ctx, input }) => listUploads(ctx, input)),
});

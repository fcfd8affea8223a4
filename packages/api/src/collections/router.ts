import {
  ExportCollection,
  ListCollection,
  ZipCollection,
} from "@countinghouse/validators/collections/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listBankData } from "./bank-data.ts";
import { exportCollection } from "./export-csv.ts";
import { listCollection } from "./list.ts";
import { zipCollection } from "./zip.ts";

export const collectionsRouter = router({
  list: can("collections.read")
    .input(ListCollection)
    .query(({ ctx, input }) => listCollection(ctx, input)),
  bankData: can("collections.read")
    .input(ListCollection)
    .query(({ ctx, input }) => listBankData(ctx, input)),
  exportCsv: can("collections.export")
    .input(command(ExportCollection))
    .mutation(({ ctx, input }) => exportCollection(ctx, input)),
  zip: can("collections.export")
    .input(command(ZipCollection))
    .mutation(({ ctx, input }) => zipCollection(ctx, input)),
});

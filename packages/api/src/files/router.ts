import { LinkFile, ListFiles, ZipFiles } from "@countinghouse/validators/files/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { linkFile } from "./link.ts";
import { listFiles } from "./list.ts";
import { linkZip } from "./zip.ts";

export const filesRouter = router({
  list: can("files.read")
    .input(ListFiles)
    .query(({ ctx, input }) => listFiles(ctx, input)),
  link: can("files.download")
    .input(command(LinkFile))
    .mutation(({ ctx, input }) => linkFile(ctx, input)),
  zip: can("files.download")
    .input(command(ZipFiles))
    .mutation(({ ctx, input }) => linkZip(ctx, input)),
});

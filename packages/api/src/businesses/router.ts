import {
  BusinessOfUser,
  FileLiens,
  LienPdfs,
  ListBusinesses,
  RegisterBusinesses,
} from "@countinghouse/validators/businesses";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { fileLiens } from "./file-liens.ts";
import { linkLienPdfs } from "./lien-pdfs.ts";
import { businessOfUser, listBusinesses } from "./list.ts";
import { registerBusinesses } from "./register.ts";

export const businessesRouter = router({
  list: can("businesses.read")
    .input(ListBusinesses)
    .query(({ ctx, input }) => listBusinesses(ctx, input)),
  ofUser: can("businesses.read")
    .input(BusinessOfUser)
    .query(({ ctx, input }) => businessOfUser(ctx, input)),
  register: can("businesses.register")
    .input(command(RegisterBusinesses))
    .mutation(({ ctx, input }) => registerBusinesses(ctx, input)),
  fileLiens: can("businesses.fileLien")
    .input(command(FileLiens))
    .mutation(({ ctx, input }) => fileLiens(ctx, input)),
  lienPdfs: can("files.download")
    .input(command(LienPdfs))
    .mutation(({ ctx, input }) => linkLienPdfs(ctx, input)),
});

import {
  BusinessOfUser,
  ContinueLien,
  FileLienAgain,
  FileLiens,
  LienPdfs,
  ListBusinesses,
  RegisterBusinesses,
  TerminateOwnLien,
  UnmatchedLien,
} from "@countinghouse/validators/businesses/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { fileLienAgain, fileLiens } from "./file-liens.ts";
import { linkLienPdfs } from "./lien-pdfs.ts";
import { businessOfUser, listBusinesses } from "./list.ts";
import { continueLien, ownLien, terminateOwnLien } from "./own-liens.ts";
import { registerBusinesses } from "./register.ts";
import { adoptLien, terminateLien, unmatchedLiens } from "./settle-liens.ts";

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
  fileLienAgain: can("businesses.fileLien")
    .input(command(FileLienAgain))
    .mutation(({ ctx, input }) => fileLienAgain(ctx, input)),
  unmatchedLiens: can("businesses.read")
    .input(BusinessOfUser)
    .query(({ ctx, input }) => unmatchedLiens(ctx, input)),
  adoptLien: can("businesses.fileLien")
    .input(command(UnmatchedLien))
    .mutation(({ ctx, input }) => adoptLien(ctx, input)),
  terminateLien: can("businesses.fileLien")
    .input(command(UnmatchedLien))
    .mutation(({ ctx, input }) => terminateLien(ctx, input)),
  ownLien: can("businesses.read")
    .input(BusinessOfUser)
    .query(({ ctx, input }) => ownLien(ctx, input)),
  terminateOwnLien: can("businesses.fileLien")
    .input(command(TerminateOwnLien))
    .mutation(({ ctx, input }) => terminateOwnLien(ctx, input)),
  continueLien: can("businesses.fileLien")
    .input(command(ContinueLien))
    .mutation(({ ctx, input }) => continueLien(ctx, input)),
  lienPdfs: can("files.download")
    .input(command(LienPdfs))
    .mutation(({ ctx, input }) => linkLienPdfs(ctx, input)),
});

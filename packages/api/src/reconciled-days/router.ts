import {
  IgnoreBreak,
  MatchBreaks,
  OneBreak,
  OneDay,
} from "@countinghouse/validators/reconciled-days/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { runDay } from "./keep.ts";
import { listDays, readDay } from "./list.ts";
import { ignoreBreak, matchBreaks, repairBreak, undoBreak } from "./resolve.ts";
import { readCertificate, signDay } from "./sign.ts";

export const reconciledDaysRouter = router({
  list: can("reconciliation.read").query(({ ctx }) => listDays(ctx)),
  day: can("reconciliation.read")
    .input(OneDay)
    .query(({ ctx, input }) => readDay(ctx.db, input)),
  certificate: can("reconciliation.read")
    .input(OneDay)
    .query(({ ctx, input }) => readCertificate(ctx, input)),
  run: can("reconciliation.resolve")
    .input(command(OneDay))
    .mutation(({ ctx, input }) => runDay(ctx, input)),
  repair: can("reconciliation.resolve")
    .input(command(OneBreak))
    .mutation(({ ctx, input }) => repairBreak(ctx, input)),
  match: can("reconciliation.resolve")
    .input(command(MatchBreaks))
    .mutation(({ ctx, input }) => matchBreaks(ctx, input)),
  ignore: can("reconciliation.resolve")
    .input(command(IgnoreBreak))
    .mutation(({ ctx, input }) => ignoreBreak(ctx, input)),
  undo: can("reconciliation.resolve")
    .input(command(OneBreak))
    .mutation(({ ctx, input }) => undoBreak(ctx, input)),
  sign: can("reconciliation.sign")
    .input(command(OneDay))
    .mutation(({ ctx, input }) => signDay(ctx, input)),
});

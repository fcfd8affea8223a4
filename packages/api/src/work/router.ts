import { command } from "@countinghouse/validators/request-id";
import {
  AssignWork,
  FinishWork,
  HoldWork,
  ListWork,
  SnoozeWork,
} from "@countinghouse/validators/work/schemas";
import { can, router } from "../trpc.ts";
import { assignWork, finishWork, holdWork, releaseWork, snoozeWork } from "./handle.ts";
import { countWork, listWork } from "./list.ts";

export const workRouter = router({
  list: can("work.read")
    .input(ListWork)
    .query(({ ctx, input }) => listWork(ctx, input)),
  count: can("work.read").query(({ ctx }) => countWork(ctx)),
  hold: can("work.handle")
    .input(command(HoldWork))
    .mutation(({ ctx, input }) => holdWork(ctx, input)),
  release: can("work.handle")
    .input(command(HoldWork))
    .mutation(({ ctx, input }) => releaseWork(ctx, input)),
  assign: can("work.handle")
    .input(command(AssignWork))
    .mutation(({ ctx, input }) => assignWork(ctx, input)),
  snooze: can("work.handle")
    .input(command(SnoozeWork))
    .mutation(({ ctx, input }) => snoozeWork(ctx, input)),
  finish: can("work.handle")
    .input(command(FinishWork))
    .mutation(({ ctx, input }) => finishWork(ctx, input)),
});

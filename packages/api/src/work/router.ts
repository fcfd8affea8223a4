import { command } from "@countinghouse/validators/request-id";
import {
  AssignWork,
  FinishWork,
  HoldWork,
  ListWork,
  ReopenWork,
  SendAgain,
  SetWorkTarget,
  SnoozeWork,
} from "@countinghouse/validators/work/schemas";
import { can, router } from "../trpc.ts";
import { assignWork, finishWork, holdWork, releaseWork, reopenWork, snoozeWork } from "./handle.ts";
import { listWork } from "./list.ts";
import { sendAgain } from "./send-again.ts";
import { listTargets, setTarget } from "./targets.ts";

export const workRouter = router({
  list: can("work.read")
    .input(ListWork)
    .query(({ ctx, input }) => listWork(ctx, input)),
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
  reopen: can("work.handle")
    .input(command(ReopenWork))
    .mutation(({ ctx, input }) => reopenWork(ctx, input)),
  sendAgain: can("work.handle")
    .input(command(SendAgain))
    .mutation(({ ctx, input }) => sendAgain(ctx, input)),
  targets: can("settings.read").query(({ ctx }) => listTargets(ctx)),
  setTarget: can("settings.write")
    .input(command(SetWorkTarget))
    .mutation(({ ctx, input }) => setTarget(ctx, input)),
});

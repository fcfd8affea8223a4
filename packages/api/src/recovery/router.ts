import { BookRecovery, ConfirmRefused, ReleaseRecovery } from "@countinghouse/validators/recovery/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { bookRecovery, confirmRefused, releaseRecovery } from "./release.ts";
import { recoveryStatus } from "./status.ts";

export const recoveryRouter = router({
  status: can("recovery.read").query(({ ctx }) => recoveryStatus(ctx)),
  book: can("recovery.release")
    .input(command(BookRecovery))
    .mutation(({ ctx, input }) => bookRecovery(ctx, input)),
  confirm: can("recovery.release")
    .input(command(ConfirmRefused))
    .mutation(({ ctx, input }) => confirmRefused(ctx, input)),
  release: can("recovery.release")
    .input(command(ReleaseRecovery))
    .mutation(({ ctx, input }) => releaseRecovery(ctx, input)),
});

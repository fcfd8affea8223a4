import { PreviewNotice, SendNotice } from "@countinghouse/validators/adverse-action/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { previewNotice, sendNotice } from "./send.ts";

export const adverseActionRouter = router({
  preview: can("applications.read")
    .input(PreviewNotice)
    .query(({ ctx, input }) => previewNotice(ctx, input)),
  send: can("adverseAction.send")
    .input(command(SendNotice))
    .mutation(({ ctx, input }) => sendNotice(ctx, input)),
});

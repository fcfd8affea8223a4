import { SendNotice } from "@countinghouse/validators/adverse-action/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { sendNotice } from "./send.ts";

export const adverseActionRouter = router({
  send: can("adverseAction.send")
    .input(command(SendNotice))
    .mutation(({ ctx, input }) => sendNotice(ctx, input)),
});

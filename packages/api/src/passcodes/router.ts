import { SetPasscode } from "@countinghouse/validators/payments/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listPasscodes, setPasscode } from "./service.ts";

export const passcodesRouter = router({
  list: can("passcodes.write").query(({ ctx }) => listPasscodes(ctx)),
  set: can("passcodes.write")
    .input(command(SetPasscode))
    .mutation(({ ctx, input }) => setPasscode(ctx, input)),
});

import { command } from "@countinghouse/validators/request-id";
import { SetSetting } from "@countinghouse/validators/settings/schemas";
import { can, router } from "../trpc.ts";
import { listSettings, setSetting } from "./service.ts";

export const settingsRouter = router({
  list: can("settings.read").query(({ ctx }) => listSettings(ctx)),
  set: can("settings.write")
    .input(command(SetSetting))
    .mutation(({ ctx, input }) => setSetting(ctx, input)),
});

import { command } from "@countinghouse/validators/request-id";
import { SetSetting, SetSwitch } from "@countinghouse/validators/settings/schemas";
import { can, router } from "../trpc.ts";
import { listSettings, listSwitches, setSetting, setSwitch } from "./service.ts";

export const settingsRouter = router({
  list: can("settings.read").query(({ ctx }) => listSettings(ctx)),
  set: can("settings.write")
    .input(command(SetSetting))
    .mutation(({ ctx, input }) => setSetting(ctx, input)),
  switches: can("settings.read").query(({ ctx }) => listSwitches(ctx)),
  setSwitch: can("settings.write")
    .input(command(SetSwitch))
    .mutation(({ ctx, input }) => setSwitch(ctx, input)),
});

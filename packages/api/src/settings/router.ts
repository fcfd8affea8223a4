import { SetFactorDemand } from "@countinghouse/validators/factors/schemas";
import { command } from "@countinghouse/validators/request-id";
import { SetSetting } from "@countinghouse/validators/settings/schemas";
import { can, router } from "../trpc.ts";
import { listFactorDemands, setFactorDemand } from "./factor-demands.ts";
import { listSettings, setSetting } from "./service.ts";

export const settingsRouter = router({
  list: can("settings.read").query(({ ctx }) => listSettings(ctx)),
  factorDemands: can("settings.read").query(({ ctx }) => listFactorDemands(ctx)),
  setFactorDemand: can("settings.write")
    .input(command(SetFactorDemand))
    .mutation(({ ctx, input }) => setFactorDemand(ctx, input)),
  set: can("settings.write")
    .input(command(SetSetting))
    .mutation(({ ctx, input }) => setSetting(ctx, input)),
});

import { SetFactorDemand } from "@countinghouse/validators/factors/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listFactorDemands, setFactorDemand } from "./demands.ts";

export const factorsRouter = router({
  demands: can("settings.read").query(({ ctx }) => listFactorDemands(ctx)),
  setDemand: can("settings.write")
    .input(command(SetFactorDemand))
    .mutation(({ ctx, input }) => setFactorDemand(ctx, input)),
});

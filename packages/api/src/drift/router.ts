import { RepairDrift } from "@countinghouse/validators/drift/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { repairDrift } from "./repair.ts";

export const driftRouter = router({
  repair: can("work.handle")
    .input(command(RepairDrift))
    .mutation(({ ctx, input }) => repairDrift(ctx, input)),
});

import { RecordPromise } from "@countinghouse/validators/promises/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { recordPromise } from "./service.ts";

export const promisesRouter = router({
  record: can("promises.record")
    .input(command(RecordPromise))
    .mutation(({ ctx, input }) => recordPromise(ctx, input)),
});

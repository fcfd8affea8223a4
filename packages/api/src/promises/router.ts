import {
  ChangePromise,
  EndPromise,
  ListPromises,
  RecordPromise,
} from "@countinghouse/validators/promises/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { changePromise, endPromise, listPromises, recordPromise } from "./service.ts";

export const promisesRouter = router({
  list: can("promises.read")
    .input(ListPromises)
    .query(({ ctx, input }) => listPromises(ctx, input)),
  record: can("promises.record")
    .input(command(RecordPromise))
    .mutation(({ ctx, input }) => recordPromise(ctx, input)),
  change: can("promises.record")
    .input(command(ChangePromise))
    .mutation(({ ctx, input }) => changePromise(ctx, input)),
  end: can("promises.record")
    .input(command(EndPromise))
    .mutation(({ ctx, input }) => endPromise(ctx, input)),
});

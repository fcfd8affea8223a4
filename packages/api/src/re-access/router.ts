import { CreateReAccess, GetReAccess } from "@countinghouse/validators/re-access/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { createReAccess, getReAccess } from "./service.ts";

export const reAccessRouter = router({
  create: can("users.reAccess")
    .input(command(CreateReAccess))
    .mutation(({ ctx, input }) => createReAccess(ctx, input)),
  get: can("users.reAccess")
    .input(GetReAccess)
    .query(({ ctx, input }) => getReAccess(ctx, input)),
});

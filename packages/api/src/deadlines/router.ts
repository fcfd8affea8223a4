import { ListDeadlines } from "@countinghouse/validators/deadlines/schemas";
import { can, router } from "../trpc.ts";
import { listDeadlines } from "./service.ts";

export const deadlinesRouter = router({
  list: can("work.read")
    .input(ListDeadlines)
    .query(({ ctx, input }) => listDeadlines(ctx, input)),
});

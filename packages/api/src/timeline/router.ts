import { ListTimeline } from "@countinghouse/validators/timeline/schemas";
import { can, router } from "../trpc.ts";
import { listTimeline } from "./service.ts";

export const timelineRouter = router({
  list: can("notes.read")
    .input(ListTimeline)
    .query(({ ctx, input }) => listTimeline(ctx, input)),
});

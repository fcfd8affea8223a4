import { DeclineDeal, GetDeal, MoveDeal, RequestDeal } from "@countinghouse/validators/deals/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { declineDeal, getDeal, moveDeal, requestDeal } from "./service.ts";

export const dealsRouter = router({
  get: can("deals.read")
    .input(GetDeal)
    .query(({ ctx, input }) => getDeal(ctx, input)),
  move: can("deals.write")
    .input(command(MoveDeal))
    .mutation(({ ctx, input }) => moveDeal(ctx, input)),
  decline: can("deals.write")
    .input(command(DeclineDeal))
    .mutation(({ ctx, input }) => declineDeal(ctx, input)),
  request: can("deals.write")
    .input(command(RequestDeal))
    .mutation(({ ctx, input }) => requestDeal(ctx, input)),
});

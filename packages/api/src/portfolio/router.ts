import { ListPortfolioRows } from "@countinghouse/validators/portfolio/schemas";
import { can, router } from "../trpc.ts";
import { readOverview } from "./overview.ts";
import { listPortfolioRows } from "./rows.ts";

export const portfolioRouter = router({
  overview: can("portfolio.read").query(({ ctx }) => readOverview(ctx)),
  rows: can("portfolio.read")
    .input(ListPortfolioRows)
    .query(({ ctx, input }) => listPortfolioRows(ctx, input)),
});

import { RefreshInstitutions } from "@countinghouse/validators/institutions/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listInstitutions } from "./list.ts";
import { refreshInstitutions } from "./refresh.ts";

export const institutionsRouter = router({
  list: can("institutions.read").query(({ ctx }) => listInstitutions(ctx)),
  refresh: can("institutions.refresh")
    .input(command(RefreshInstitutions))
    .mutation(({ ctx, input }) => refreshInstitutions(ctx, input)),
});

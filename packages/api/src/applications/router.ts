import {
  CreateContractLink,
  GetApplication,
  ListApplications,
  RevokeContractLink,
} from "@countinghouse/validators/applications/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { createContractLink, revokeContractLink } from "./contract-links.ts";
import { getApplication } from "./get.ts";
import { listApplications } from "./list.ts";

export const applicationsRouter = router({
  list: can("applications.read")
    .input(ListApplications)
    .query(({ ctx, input }) => listApplications(ctx, input)),
  get: can("applications.read")
    .input(GetApplication)
    .query(({ ctx, input }) => getApplication(ctx, input)),
  createContractLink: can("files.download")
    .input(command(CreateContractLink))
    .mutation(({ ctx, input }) => createContractLink(ctx, input)),
  revokeContractLink: can("files.download")
    .input(command(RevokeContractLink))
    .mutation(({ ctx, input }) => revokeContractLink(ctx, input)),
});

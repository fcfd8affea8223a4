import { EditUser, GetEditForm, RetryEditStep } from "@countinghouse/validators/edit-user/schemas";
import { BeginApplication, CreateUser } from "@countinghouse/validators/new-customers/schemas";
import { command } from "@countinghouse/validators/request-id";
import { RestartApplication } from "@countinghouse/validators/restart-application/schemas";
import { SetExternalPayment, SetUserFlag } from "@countinghouse/validators/user-flags/schemas";
import {
  Find,
  GetRenewal,
  GetUser,
  ListUsers,
  MarkManuallyApproved,
  RevealNumber,
  SumUsers,
} from "@countinghouse/validators/users/schemas";
import { can, canReadCopy, router } from "../trpc.ts";
import { beginApplication } from "./begin-application.ts";
import { createUser } from "./create.ts";
import { getUser } from "./detail.ts";
import { editUser } from "./edit.ts";
import { editProgress, retryEditStep } from "./edit-crm.ts";
import { getEditForm } from "./editable.ts";
import { find } from "./find.ts";
import { setExternalPayment, setUserFlag } from "./flags.ts";
import { listUsers } from "./list.ts";
import { markManuallyApproved } from "./manual-approval.ts";
import { getRenewal } from "./renewal.ts";
import { restartApplication } from "./restart-application.ts";
import { revealNumber } from "./reveal.ts";
import { sumUsers } from "./sums.ts";

export const usersRouter = router({
  list: canReadCopy("users.read")
    .input(ListUsers)
    .query(({ ctx, input }) => listUsers(ctx, input)),
  find: can("users.read")
    .input(Find)
    .query(({ ctx, input }) => find(ctx, input)),
  sums: can("users.read")
    .input(SumUsers)
    .query(({ ctx, input }) => sumUsers(ctx, input)),
  get: can("users.read")
    .input(GetUser)
    .query(({ ctx, input }) => getUser(ctx, input)),
  reveal: can("users.reveal")
    .input(command(RevealNumber))
    .mutation(({ ctx, input }) => revealNumber(ctx, input)),
  create: can("users.create")
    .input(command(CreateUser))
    .mutation(({ ctx, input }) => createUser(ctx, input)),
  beginApplication: can("users.beginApplication")
    .input(command(BeginApplication))
    .mutation(({ ctx, input }) => beginApplication(ctx, input)),
  editForm: can("users.edit")
    .input(GetEditForm)
    .query(({ ctx, input }) => getEditForm(ctx, input)),
  edit: can("users.edit")
    .input(command(EditUser))
    .mutation(({ ctx, input }) => editUser(ctx, input)),
  editProgress: can("users.read")
    .input(GetEditForm)
    .query(({ ctx, input }) => editProgress(ctx.db, input.userId)),
  retryEditStep: can("users.edit")
    .input(command(RetryEditStep))
    .mutation(({ ctx, input }) => retryEditStep(ctx, input)),
  renewal: can("users.read")
    .input(GetRenewal)
    .query(({ ctx, input }) => getRenewal(ctx, input)),
  markManuallyApproved: can("users.manualApprove")
    .input(command(MarkManuallyApproved))
    .mutation(({ ctx, input }) => markManuallyApproved(ctx, input)),
  setFlag: can("users.setFlags")
    .input(command(SetUserFlag))
    .mutation(({ ctx, input }) => setUserFlag(ctx, input)),
  setExternalPayment: can("users.setExternalPayment")
    .input(command(SetExternalPayment))
    .mutation(({ ctx, input }) => setExternalPayment(ctx, input)),
  restartApplication: can("users.restartApplication")
    .input(command(RestartApplication))
    .mutation(({ ctx, input }) => restartApplication(ctx, input)),
});

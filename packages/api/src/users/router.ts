import { EditUser, GetEditForm, RetryEditStep } from "@countinghouse/validators/edit-user/schemas";
import { BeginApplication, CreateUser } from "@countinghouse/validators/new-customers/schemas";
import { RestartApplication } from "@countinghouse/validators/restart-application/schemas";
import { SetExternalPayment, SetUserFlag } from "@countinghouse/validators/user-flags/schemas";
import { users } from "@countinghouse/validators/users/contract";
import {
  Find,
  GetRenewal,
  GetUser,
  ListUsers,
  MarkManuallyApproved,
  RevealNumber,
  SumUsers,
} from "@countinghouse/validators/users/schemas";
import { handle, handleRead, router } from "../trpc.ts";
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
  list: handleRead(users.list, ListUsers, listUsers),
  find: handleRead(users.find, Find, find),
  sums: handleRead(users.sums, SumUsers, sumUsers),
  get: handleRead(users.get, GetUser, getUser),
  reveal: handle(users.reveal, RevealNumber, revealNumber),
  create: handle(users.create, CreateUser, createUser),
  beginApplication: handle(users.beginApplication, BeginApplication, beginApplication),
  editForm: handleRead(users.editForm, GetEditForm, getEditForm),
  edit: handle(users.edit, EditUser, editUser),
  editProgress: handleRead(users.editProgress, GetEditForm, ({ db }, { userId }) => editProgress(db, userId)),
  retryEditStep: handle(users.retryEditStep, RetryEditStep, retryEditStep),
  renewal: handleRead(users.renewal, GetRenewal, getRenewal),
  markManuallyApproved: handle(users.markManuallyApproved, MarkManuallyApproved, markManuallyApproved),
  setFlag: handle(users.setFlag, SetUserFlag, setUserFlag),
  setExternalPayment: handle(users.setExternalPayment, SetExternalPayment, setExternalPayment),
  restartApplication: handle(users.restartApplication, RestartApplication, restartApplication),
});

import {
  ChangeAdmin,
  ChangeOwnName,
  ChangeOwnPassword,
  EndOwnSession,
  ForgotPassword,
  InviteAdmin,
  NameAdmin,
  RaiseBudget,
  SetAdminStatus,
  SetPassword,
} from "@countinghouse/validators/admins/schemas";
import {
  BeginFactor,
  ConfirmApp,
  ConfirmPasskey,
  OwnPassword,
  RemoveFactor,
  RenameFactor,
} from "@countinghouse/validators/factors/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, publicProcedure, router } from "../trpc.ts";
import { forgotPassword, setPassword } from "./forgot-password.ts";
import { getSignedInAdmin } from "./me.ts";
import { getMetabase } from "./metabase.ts";
import { changeOwnName, changeOwnPassword, endOwnSession, listOwnSessions } from "./own.ts";
import {
  beginFactor,
  confirmApp,
  confirmPasskey,
  listOwnFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from "./own-factors.ts";
import { raiseBudget } from "./reading-budget.ts";
import {
  changeAdmin,
  endSessions,
  inviteAdmin,
  listStaff,
  removeFactors,
  sendPasswordLink,
  setAdminStatus,
  unlockAdmin,
} from "./staff.ts";

export const adminsRouter = router({
  me: can("session.use").query(({ ctx }) => getSignedInAdmin(ctx)),
  metabase: can("session.use").query(({ ctx }) => getMetabase(ctx)),
  forgotPassword: publicProcedure
    .input(ForgotPassword)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  setPassword: publicProcedure.input(SetPassword).mutation(({ ctx, input }) => setPassword(ctx, input)),
  ownSessions: can("session.use").query(({ ctx }) => listOwnSessions(ctx)),
  endOwnSession: can("session.use")
    .input(command(EndOwnSession))
    .mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  changeOwnName: can("session.use")
    .input(command(ChangeOwnName))
    .mutation(({ ctx, input }) => changeOwnName(ctx, input)),
  changeOwnPassword: can("session.use")
    .input(command(ChangeOwnPassword))
    .mutation(({ ctx, input }) => changeOwnPassword(ctx, input)),
  ownFactors: can("session.use").query(({ ctx }) => listOwnFactors(ctx)),
  beginFactor: can("session.use")
    .input(command(BeginFactor))
    .mutation(({ ctx, input }) => beginFactor(ctx, input)),
  confirmApp: can("session.use")
    .input(command(ConfirmApp))
    .mutation(({ ctx, input }) => confirmApp(ctx, input)),
  confirmPasskey: can("session.use")
    .input(command(ConfirmPasskey))
    .mutation(({ ctx, input }) => confirmPasskey(ctx, input)),
  renameFactor: can("session.use")
    .input(command(RenameFactor))
    .mutation(({ ctx, input }) => renameFactor(ctx, input)),
  removeFactor: can("session.use")
    .input(command(RemoveFactor))
    .mutation(({ ctx, input }) => removeFactor(ctx, input)),
  renewRecoveryCodes: can("session.use")
    .input(command(OwnPassword))
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input)),
  list: can("staff.manage").query(({ ctx }) => listStaff(ctx)),
  invite: can("staff.manage")
    .input(command(InviteAdmin))
    .mutation(({ ctx, input }) => inviteAdmin(ctx, input)),
  change: can("staff.manage")
    .input(command(ChangeAdmin))
    .mutation(({ ctx, input }) => changeAdmin(ctx, input)),
  setStatus: can("staff.manage")
    .input(command(SetAdminStatus))
    .mutation(({ ctx, input }) => setAdminStatus(ctx, input)),
  sendPasswordLink: can("staff.manage")
    .input(command(NameAdmin))
    .mutation(({ ctx, input }) => sendPasswordLink(ctx, input)),
  endSessions: can("staff.manage")
    .input(command(NameAdmin))
    .mutation(({ ctx, input }) => endSessions(ctx, input)),
  removeFactors: can("staff.manage")
    .input(command(NameAdmin))
    .mutation(({ ctx, input }) => removeFactors(ctx, input)),
  raiseBudget: can("staff.manage")
    .input(command(RaiseBudget))
    .mutation(({ ctx, input }) => raiseBudget(ctx, input)),
  unlock: can("staff.manage")
    .input(command(NameAdmin))
    .mutation(({ ctx, input }) => unlockAdmin(ctx, input)),
});

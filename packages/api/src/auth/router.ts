import { ResendCode, SignIn, VerifyCode } from "@countinghouse/validators/auth/schemas";
import { VerifyFactor } from "@countinghouse/validators/factors/schemas";
import { can, publicProcedure, router } from "../trpc.ts";
import { verifyCode, verifyFactor } from "./complete-sign-in.ts";
import { refresh, signOut } from "./sessions.ts";
import { resendCode, signIn } from "./sign-in.ts";

export const authRouter = router({
  signIn: publicProcedure.input(SignIn).mutation(({ ctx, input }) => signIn(ctx, input)),
  resendCode: publicProcedure.input(ResendCode).mutation(({ ctx, input }) => resendCode(ctx, input)),
  verifyCode: publicProcedure.input(VerifyCode).mutation(({ ctx, input }) => verifyCode(ctx, input)),
  verifyFactor: publicProcedure.input(VerifyFactor).mutation(({ ctx, input }) => verifyFactor(ctx, input)),
  refresh: publicProcedure.mutation(({ ctx }) => refresh(ctx)),
  signOut: can("session.use").mutation(({ ctx }) => signOut(ctx)),
});

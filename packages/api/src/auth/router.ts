import { ResendCode, SignIn, VerifyCode } from "@countinghouse/validators/auth/schemas";
import { can, publicProcedure, router } from "../trpc.ts";
import { refresh, signOut, verifyCode } from "./sessions.ts";
import { resendCode, signIn } from "./sign-in.ts";

export const authRouter = router({
  signIn: publicProcedure.input(SignIn).mutation(({ ctx, input }) => signIn(ctx, input)),
  resendCode: publicProcedure.input(ResendCode).mutation(({ ctx, input }) => resendCode(ctx, input)),
  verifyCode: publicProcedure.input(VerifyCode).mutation(({ ctx, input }) => verifyCode(ctx, input)),
  refresh: publicProcedure.mutation(({ ctx }) => refresh(ctx)),
  signOut: can("session.use").mutation(({ ctx }) => signOut(ctx)),
});

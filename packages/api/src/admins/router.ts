import { can, router } from "../trpc.ts";
import { getSignedInAdmin } from "./service.ts";

export const adminsRouter = router({
  me: can("session.use").query(({ ctx }) => getSignedInAdmin(ctx)),
});

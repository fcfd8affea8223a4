import { can, router } from "../trpc.ts";
import { getMetabase, getSignedInAdmin } from "./service.ts";

export const adminsRouter = router({
  me: can("session.use").query(({ ctx }) => getSignedInAdmin(ctx)),
  metabase: can("session.use").query(({ ctx }) => getMetabase(ctx)),
});

import { can, router } from "../trpc.ts";
import { getSystem } from "./service.ts";

export const systemRouter = router({
  get: can("system.read").query(({ ctx }) => getSystem(ctx)),
});

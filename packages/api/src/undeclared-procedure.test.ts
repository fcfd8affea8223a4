import { ROLES } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, it } from "vitest";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";
import { createCaller, type ProcedureMeta, publicProcedure, router } from "./trpc.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("a procedure that declares no access is refused to everyone", async () => {
  const undeclared = publicProcedure.meta({ access: undefined } as unknown as ProcedureMeta);
  const createOpenCaller = createCaller(router({ open: undeclared.query(() => "secret") }));
  await expectRefusal(createOpenCaller(api.ctx({ kind: "visitor", ip: "127.0.0.1" })).open(), "UNAUTHORIZED");
  for (const role of ROLES) {
    await expectRefusal(
      createOpenCaller(api.ctx(await api.admin(role))).open(),
      "FORBIDDEN",
      "This procedure declares no capability.",
    );
  }
});

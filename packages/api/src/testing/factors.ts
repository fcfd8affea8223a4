import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import type { AdminActor } from "../actor.ts";
import { readActor } from "../auth/sessions.ts";
import { appCode, stepAt } from "../factors/app-codes.ts";
import type { TestApi } from "./harness.ts";
import { createTestPasskey, type TestPasskey } from "./passkey.ts";
import { addAdmin, credentials, PASSWORD, signInFully } from "./signing-in.ts";

export const press = () => ({ requestId: randomUUID() });

/** An admin who has signed in, with their own procedures. */
export async function signedInAdmin(api: TestApi, role: Role = "EMPLOYEE") {
  const { id, email } = await addAdmin(api, { role });
  const { token, deviceToken } = await signInFully(api, email);
  return { id, email, token, deviceToken, own: await openOwn(api, token) };
}

/** What an admin calls for their own account, as they stand now. */
export const openOwn = async (api: TestApi, token: string) =>
  api.callAs((await readActor(api.services, token, "::1")) as AdminActor);

type Own = Awaited<ReturnType<typeof openOwn>>;

/** Adds an authenticator app; returns its id, secret, a code as it shows it now, and the recovery codes. */
export async function addApp(api: TestApi, { admins }: Own, name = "Phone") {
  const { factorId, app } = await admins.beginFactor({ kind: "APP", current: PASSWORD, ...press() });
  const secret = app?.secret ?? "";
  const code = (steps = 0) => appCode(secret, stepAt(api.clock.now()) + steps);
  const { recoveryCodes } = await admins.confirmApp({ factorId, name, code: code(), ...press() });
  return { factorId, secret, code, recoveryCodes };
}

/** Adds a passkey. */
export async function addPasskey(
  { admins }: Own,
  name = "Key",
): Promise<{ factorId: string; passkey: TestPasskey; recoveryCodes: string[] }> {
  const passkey = createTestPasskey();
  const { factorId, passkey: asked } = await admins.beginFactor({
    kind: "PASSKEY",
    current: PASSWORD,
    ...press(),
  });
  const { recoveryCodes } = await admins.confirmPasskey({
    factorId,
    name,
    passkey: passkey.made(asked?.challenge ?? ""),
    ...press(),
  });
  return { factorId, passkey, recoveryCodes };
}

/** The first step of signing in, by the password. */
export const enterPassword = (api: TestApi, email: string) => api.visitor().auth.signIn(credentials(email));

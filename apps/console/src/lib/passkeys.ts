import type { RouterInputs, RouterOutputs } from "@countinghouse/api";

type Asked = NonNullable<RouterOutputs["admins"]["beginFactor"]["passkey"]>;
type Offered = NonNullable<NonNullable<RouterOutputs["auth"]["signIn"]["factors"]>["passkey"]>;

// Loaded with the first passkey.
const library = () => import("@simplewebauthn/browser");

/** Has the browser make a passkey. Rejects when the person did not, or it can not. */
export async function makePasskey(
  asked: Asked,
): Promise<RouterInputs["admins"]["confirmPasskey"]["passkey"]> {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({ optionsJSON: asked });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/** Has the browser sign by a passkey that it holds. Rejects when the person did not, or it holds none of them. */
export async function signByPasskey(
  offered: Offered,
): Promise<Extract<RouterInputs["auth"]["verifyFactor"], { method: "PASSKEY" }>["passkey"]> {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({ optionsJSON: offered });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

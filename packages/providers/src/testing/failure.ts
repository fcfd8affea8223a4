import { ProviderError } from "../provider-error.ts";

/** The ProviderError that a call fails with; throws when it does not. */
export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error("The call did not fail with a ProviderError.", { cause: error });
}

import type { Sandbox } from "../../../../apps/sandbox/src/index.ts";

/** Sets how a vendor of the sandbox behaves, by its control ("payliance/settings"). Throws where the sandbox refuses. */
export async function control(sandbox: Sandbox, path: string, body: object, method = "POST"): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
}

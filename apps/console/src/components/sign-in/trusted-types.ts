interface ScriptPolicy {
  createScriptURL: (address: string) => string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };

const scripts = trustedTypes?.createPolicy("countinghouse", { createScriptURL: (address) => address });

/**
 * The address of a script that is part of this build, as the content policy wants it where browsers know of Trusted Types:
 * a text that a page made up is none. Throws for an address of another origin.
 */
export function trustedScript(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new Error("The script is not ours.");
  return scripts?.createScriptURL(address) ?? address;
}

import "altcha/altcha.css";
import "altcha/external";
import workerUrl from "altcha/workers/pbkdf2?worker&url";
import { trustedScript } from "./trusted-types.ts";

// The footer is markup, which Trusted Types refuse. The attribute `configuration` would hide it only after it is made.
$altcha.defaults.set({ hideFooter: true, hideLogo: true });
// This build carries no workers of its own as blobs, which the content policy would refuse.
$altcha.algorithms.set("PBKDF2/SHA-256", () => new Worker(trustedScript(workerUrl), { type: "module" }));

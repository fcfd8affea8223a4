import "altcha/altcha.css";
import "altcha/external";
import workerUrl from "altcha/workers/pbkdf2?worker&url";
import { trustedScript } from "./trusted-types.ts";

// This build carries no workers of its own as blobs, which the content policy would refuse.
$altcha.algorithms.set("PBKDF2/SHA-256", () => new Worker(trustedScript(workerUrl), { type: "module" }));

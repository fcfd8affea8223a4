import { CHECKOUT_STEPS } from "./checkout-steps.ts";
import { RELEASE_STEPS } from "./release-steps.ts";
import type { Step } from "./step.ts";

/** What the documents say, in the order in which it can be done. */
export const STEPS: readonly Step[] = [...CHECKOUT_STEPS, ...RELEASE_STEPS];

/** What of the documents can not be done on a machine that is made here, a sentence each. */
export const NOT_HERE: readonly string[] = [
  "systemd itself: nothing boots here, so the lines of the units are run by hand, as their users.",
  "compose.yaml and Kubernetes: there is no daemon and no registry; npm run tool -- image builds the image and signs in through it.",
  "A certificate and a name that browsers reach, a mail server and vendors: production refuses those of this machine.",
];

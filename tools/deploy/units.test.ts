import { expect, it } from "vitest";
import { unitLine } from "./units.ts";

it("reads from a unit what systemd would run", () => {
  const unit = [
    "User=countinghouse",
    "WorkingDirectory=/srv",
    "EnvironmentFile=/etc/a.env",
    "Environment=ROLE=web",
    "Environment=PORT=300%i",
    "ExecStart=/usr/bin/env node main.ts",
  ].join("\n");
  expect(unitLine({ read: () => unit }, "web@.service", "2")).toBe(
    "cd /srv && set -a && . /etc/a.env && exec setpriv --reuid=countinghouse --regid=countinghouse --init-groups /usr/bin/env ROLE=web PORT=3002 /usr/bin/env node main.ts",
  );
});

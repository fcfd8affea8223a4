import type { Machine } from "./machine.ts";

const UNITS = "/opt/newcomer/countinghouse/deploy/systemd";

/**
 * What systemd would run for a unit, as a line of shell for root: its folder, its files of settings, its own settings, and its program as its
 * user.
 */
export function unitLine({ read }: Pick<Machine, "read">, unit: string, instance: string): string {
  const text = read(`${UNITS}/${unit}`).replaceAll("%i", instance);
  const all = (name: string) =>
    Array.from(text.matchAll(new RegExp(`^${name}=(.*)$`, "gm")), ([, value = ""]) => value);
  const [folder = "/"] = all("WorkingDirectory");
  const [program] = all("ExecStart");
  if (program === undefined) throw new Error(`${unit} starts nothing.`);
  const own = all("Environment").join(" ");
  const [user = "root"] = all("User");
  return [
    `cd ${folder}`,
    "set -a",
    ...all("EnvironmentFile").map((file) => `. ${file}`),
    `exec setpriv --reuid=${user} --regid=${user} --init-groups /usr/bin/env ${own} ${program}`,
  ].join(" && ");
}

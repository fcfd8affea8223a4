import type { Machine } from "./machine.ts";

const UNITS = "/opt/newcomer/countinghouse/deploy/systemd";

/** What systemd would run for a unit, as a line of shell: its folder, its files of settings, its own settings, its program. */
export function unitLine({ read }: Pick<Machine, "read">, unit: string, instance: string): string {
  const text = read(`${UNITS}/${unit}`).replaceAll("%i", instance);
  const all = (name: string) =>
    Array.from(text.matchAll(new RegExp(`^${name}=(.*)$`, "gm")), ([, value = ""]) => value);
  const [folder = "/"] = all("WorkingDirectory");
  const [program] = all("ExecStart");
  if (program === undefined) throw new Error(`${unit} starts nothing.`);
  const own = all("Environment").join(" ");
  return [
    `cd ${folder}`,
    "set -a",
    ...all("EnvironmentFile").map((file) => `. ${file}`),
    `exec /usr/bin/env ${own} ${program}`,
  ].join(" && ");
}

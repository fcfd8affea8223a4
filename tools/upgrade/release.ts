import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { ROOT } from "../checks/repository-files.ts";

/** A release as it was, beside this one: its sources with what they need. */
export interface Release {
  /** The tag or the version that it is known by, and its commit. */
  name: string;
  root: string;
  remove(): void;
}

/** Which commit the last release is. */
export interface ReleaseCommit {
  name: string;
  commit: string;
}

const git = async (...words: string[]): Promise<string | null> => {
  const { stdout, failed } = await execa("git", words, { cwd: ROOT, reject: false });
  return failed ? null : stdout.trim();
};

const VERSION = /^## (\d+\.\d+\.\d+)/m;

/**
 * The last release: the newest tag of a version that this commit goes on from, else the commit at which the newest version of
 * CHANGELOG.md got its heading. A sentence where the history does not tell.
 */
export async function findLastRelease(from: string | undefined): Promise<ReleaseCommit | string> {
  if (from !== undefined) {
    const commit = await git("rev-parse", "--verify", "--quiet", `${from}^{commit}`);
    return commit === null ? `There is no ${from} in the history of this clone.` : { name: from, commit };
  }
  if ((await git("rev-parse", "--is-shallow-repository")) !== "false")
    return "This copy has no history, or a part of it: the last release can not be taken from it.";
  const tag = await git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD");
  if (tag) return { name: tag, commit: (await git("rev-parse", `${tag}^{commit}`)) ?? tag };
  const version = VERSION.exec((await git("show", "HEAD:CHANGELOG.md")) ?? "")?.[1];
  const [commit] = (
    (await git("log", "--reverse", "--format=%H", `-S## ${version}`, "--", "CHANGELOG.md")) ?? ""
  ).split("\n");
  return version && commit
    ? { name: version, commit }
    : "CHANGELOG.md has no version, and there is no tag of one: nothing was released yet.";
}

/** The sources of this commit in a folder of their own, with their packages and the database client. */
export async function checkOut({ name, commit }: ReleaseCommit): Promise<Release> {
  const root = mkdtempSync(join(tmpdir(), "countinghouse-release-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, "sources.tar");
    await execa("git", ["archive", "--format=tar", `--output=${archive}`, commit], { cwd: ROOT });
    await execa("tar", ["-xf", archive, "-C", root]);
    rmSync(archive);
    const inside = { cwd: root, env: { TURBO_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1" }, all: true };
    // The runner of each release installs the packages before it runs a script.
    writeFileSync(join(root, "nothing.mjs"), "");
    await execa(process.execPath, ["tools/run.mjs", "nothing.mjs"], inside);
    await execa("turbo", ["run", "generate", "--output-logs=errors-only"], {
      ...inside,
      preferLocal: true,
      localDir: root,
    });
    return { name: `${name} (${commit.slice(0, 8)})`, root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

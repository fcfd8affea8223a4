import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";

export interface Buildah {
  folder: string;
  /** Runs it to its end; what it prints is the answer. Throws with all that it said. */
  run: (words: readonly string[]) => Promise<string>;
  /** Starts a program that goes on. */
  start: (words: readonly string[]) => ReturnType<typeof execa>;
  remove: () => Promise<void>;
}

/** Buildah with a storage of its own, which goes with it. */
export function openBuildah(folder = mkdtempSync(join(tmpdir(), "countinghouse-image-"))): Buildah {
  const place = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  return {
    folder,
    run: async (words) => {
      const { stdout, failed, all } = await execa("buildah", [...place, ...words], {
        stdin: "ignore",
        all: true,
        reject: false,
        env: { BUILDAH_ISOLATION: "chroot" },
      });
      if (failed) throw new Error(`buildah ${words[0]}: ${all.slice(-4000)}`);
      return stdout.trim();
    },
    start: (words) =>
      execa("buildah", [...place, ...words], {
        all: true,
        reject: false,
        env: { BUILDAH_ISOLATION: "chroot" },
      }),
    remove: async () => {
      await execa("buildah", [...place, "rm", "--all"], { reject: false });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

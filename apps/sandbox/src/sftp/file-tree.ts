import type { Clock } from "../clock.ts";

const FIRST_FOLDERS = ["/", "/reports", "/uploads"];

export interface TreeFile {
  bytes: Buffer;
  modifiedAt: Date;
}

export type RefusedRequest = "STAT" | "FSTAT" | "RENAME" | "REMOVE";

/** An entry of a folder; a folder's own has no file. */
export interface TreeEntry {
  name: string;
  file: TreeFile | null;
}

/** Folders and files, by absolute paths, kept in memory. */
export interface FileTree {
  /** How many bytes all files may have together; what comes beyond is not kept. Null where there is room for everything. */
  capacityBytes: number | null;
  /** Calls that the server denies, and its answer to them. */
  refused: Map<RefusedRequest, "PERMISSION_DENIED" | "FAILURE">;
  /** When the server takes a file away: as it is closed, or as it gets another name. Null where it leaves files alone. */
  takesAway: "closed" | "renamed" | null;
  isFolder(path: string): boolean;
  file(path: string): TreeFile | undefined;
  /** What stands in a folder, by name. */
  entries(folder: string): TreeEntry[];
  /** False when its folder is not there, or a folder has the name. */
  write(path: string, bytes: Buffer): boolean;
  /** False when there is no such file, or the new name is taken or in no folder. */
  rename(from: string, to: string): boolean;
  /** False when there is no such file. */
  remove(path: string): boolean;
  /** False when the name is taken or in no folder. */
  makeFolder(path: string): boolean;
  list(): { path: string; sizeBytes: number }[];
  /** Back to the first folders, all empty. */
  clear(): void;
}

/** A tree with an empty folder for reports and one for uploads. */
export function createFileTree(clock: Clock): FileTree {
  let folders = new Set(FIRST_FOLDERS);
  let files = new Map<string, TreeFile>();
  const isTaken = (path: string) => files.has(path) || folders.has(path);
  const hasRoom = (path: string, { length }: Buffer) => {
    const others = [...files].reduce(
      (sum, [other, { bytes }]) => sum + (other === path ? 0 : bytes.length),
      0,
    );
    return tree.capacityBytes === null || others + length <= tree.capacityBytes;
  };
  const canHold = (path: string) => folders.has(parentPath(path));

  const tree: FileTree = {
    capacityBytes: null,
    refused: new Map(),
    takesAway: null,
    isFolder: (path) => folders.has(path),
    file: (path) => files.get(path),
    entries: (folder) =>
      [...Array.from(folders, (path): [string, TreeFile | null] => [path, null]), ...files.entries()]
        .filter(([path]) => path !== "/" && parentPath(path) === folder)
        .map(([path, file]) => ({ name: path.slice(path.lastIndexOf("/") + 1), file }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    write: (path, bytes) => {
      if (folders.has(path) || !canHold(path) || !hasRoom(path, bytes)) return false;
      files.set(path, { bytes, modifiedAt: clock.now() });
      return true;
    },
    rename: (from, to) => {
      const file = files.get(from);
      if (!file || isTaken(to) || !canHold(to)) return false;
      files.delete(from);
      if (tree.takesAway !== "renamed") files.set(to, file);
      return true;
    },
    remove: (path) => files.delete(path),
    makeFolder: (path) => {
      if (isTaken(path) || !canHold(path)) return false;
      folders.add(path);
      return true;
    },
    list: () =>
      Array.from(files, ([path, { bytes }]) => ({ path, sizeBytes: bytes.length })).toSorted((one, other) =>
        one.path.localeCompare(other.path),
      ),
    clear: () => {
      folders = new Set(FIRST_FOLDERS);
      files = new Map();
      tree.capacityBytes = null;
      tree.refused.clear();
      tree.takesAway = null;
    },
  };
  return tree;
}

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

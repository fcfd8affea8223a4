import { posix } from "node:path";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";
import type { FileTree, RefusedRequest, TreeEntry, TreeFile } from "./file-tree.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const FOLDER_MODE = 0o040755;
const FILE_MODE = 0o100644;

type Opened = { kind: "file"; path: string } | { kind: "folder"; entries: TreeEntry[] };

/** Answers the requests of one session from the tree. */
export function answerRequests(sftp: SFTPWrapper, files: FileTree): void {
  const opened = new Map<number, Opened>();
  let lastHandle = 0;

  const open = (request: number, what: Opened) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++lastHandle);
    opened.set(lastHandle, what);
    sftp.handle(request, handle);
  };
  const openedAs = (handle: Buffer) => (handle.length === 4 ? opened.get(handle.readUInt32BE()) : undefined);
  const openFile = (handle: Buffer): (TreeFile & { path: string }) | undefined => {
    const what = openedAs(handle);
    const file = what?.kind === "file" ? files.file(what.path) : undefined;
    return what?.kind === "file" && file ? { path: what.path, ...file } : undefined;
  };
  const done = (request: number, succeeded: boolean, otherwise = STATUS_CODE.FAILURE) =>
    sftp.status(request, succeeded ? STATUS_CODE.OK : otherwise);
  /** Returns true once it has denied the call. */
  const refuses = (request: number, what: RefusedRequest): boolean => {
    const answer = files.refused.get(what);
    if (answer !== undefined) sftp.status(request, STATUS_CODE[answer]);
    return answer !== undefined;
  };
  const sendAttributes = (request: number, path: string) => {
    if (refuses(request, "STAT")) return;
    const attributes = attributesAt(files, absolute(path));
    if (attributes) sftp.attrs(request, attributes);
    else sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
  };

  sftp
    .on("REALPATH", (request, path) => {
      const filename = absolute(path);
      sftp.name(request, [{ filename, longname: filename, attrs: folderAttributes() }]);
    })
    .on("STAT", sendAttributes)
    .on("LSTAT", sendAttributes)
    .on("FSTAT", (request, handle) => {
      if (refuses(request, "FSTAT")) return;
      const file = openFile(handle);
      if (file) sftp.attrs(request, fileAttributes(file));
      else sftp.status(request, STATUS_CODE.FAILURE);
    })
    .on("OPENDIR", (request, path) => {
      const folder = absolute(path);
      if (files.isFolder(folder)) open(request, { kind: "folder", entries: files.entries(folder) });
      else sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
    })
    .on("READDIR", (request, handle) => {
      const what = openedAs(handle);
      if (what?.kind !== "folder") return done(request, false);
      const entries = what.entries.splice(0);
      if (entries.length === 0) return sftp.status(request, STATUS_CODE.EOF);
      return sftp.name(request, entries.map(listed));
    })
    .on("OPEN", (request, name, flags) => {
      const path = absolute(name);
      const writes = (flags & OPEN_MODE.WRITE) !== 0;
      const makesEmpty = writes && (!files.file(path) || (flags & OPEN_MODE.TRUNC) !== 0);
      const ready = makesEmpty ? files.write(path, Buffer.alloc(0)) : files.file(path) !== undefined;
      if (ready) open(request, { kind: "file", path });
      else sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
    })
    .on("READ", (request, handle, offset, length) => {
      const file = openFile(handle);
      if (!file) return done(request, false);
      const part = file.bytes.subarray(offset, offset + length);
      return part.length === 0 ? sftp.status(request, STATUS_CODE.EOF) : sftp.data(request, part);
    })
    .on("WRITE", (request, handle, offset, data) => {
      const file = openFile(handle);
      const fits = file !== undefined && offset <= file.bytes.length;
      done(request, fits && files.write(file.path, spliced(file.bytes, offset, data)));
    })
    .on("CLOSE", (request, handle) => {
      const what = openedAs(handle);
      if (what?.kind === "file" && files.takesAway === "closed") files.remove(what.path);
      done(request, what !== undefined && opened.delete(handle.readUInt32BE()));
    })
    .on("FSETSTAT", (request, handle) => done(request, openFile(handle) !== undefined))
    .on("SETSTAT", (request, path) => done(request, files.file(absolute(path)) !== undefined))
    .on("REMOVE", (request, path) => {
      if (refuses(request, "REMOVE")) return;
      done(request, files.remove(absolute(path)), STATUS_CODE.NO_SUCH_FILE);
    })
    .on("RENAME", (request, from, to) => {
      if (!refuses(request, "RENAME")) done(request, files.rename(absolute(from), absolute(to)));
    })
    .on("MKDIR", (request, path) => done(request, files.makeFolder(absolute(path))));
}

const absolute = (path: string): string => posix.resolve("/", path);

/** Memory that has room for more behind the file in it: a large file would else be copied once for each of its pieces. */
const ROOMY = new WeakSet<ArrayBufferLike>();

function spliced(bytes: Buffer, offset: number, data: Buffer): Buffer {
  const sizeBytes = Math.max(bytes.length, offset + data.length);
  const fits = ROOMY.has(bytes.buffer) && sizeBytes <= bytes.buffer.byteLength;
  const memory = fits ? bytes.buffer : new ArrayBuffer(2 * sizeBytes);
  const whole = Buffer.from(memory, 0, sizeBytes);
  if (!fits) whole.set(bytes);
  whole.set(data, offset);
  ROOMY.add(memory);
  return whole;
}

function attributesAt(files: FileTree, path: string): Attributes | undefined {
  const file = files.file(path);
  if (file) return fileAttributes(file);
  return files.isFolder(path) ? folderAttributes() : undefined;
}

function fileAttributes({ bytes, modifiedAt }: TreeFile): Attributes {
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  return { mode: FILE_MODE, uid: 0, gid: 0, size: bytes.length, atime: seconds, mtime: seconds };
}

const folderAttributes = (): Attributes => ({
  mode: FOLDER_MODE,
  uid: 0,
  gid: 0,
  size: 0,
  atime: 0,
  mtime: 0,
});

function listed({ name, file }: TreeEntry) {
  const attrs = file ? fileAttributes(file) : folderAttributes();
  const rights = file ? "-rw-r--r--" : "drwxr-xr-x";
  return { filename: name, longname: `${rights} 1 0 0 ${attrs.size} Jan 1 00:00 ${name}`, attrs };
}

import type { Readable } from "node:stream";

export interface TransferFile {
  name: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** `vendorCode` of a put whose name is taken, and of a get or list that finds nothing. */
export const FILE_EXISTS = "EXISTS";
export const NO_SUCH_FILE = "NO_SUCH_FILE";
/** `vendorCode` when we may not write or read there, and when what was kept is not what was sent: a disk that is full. */
export const NO_PERMISSION = "PERMISSION_DENIED";
export const INCOMPLETE = "INCOMPLETE";
/** `vendorCode` when we may not look at the folder, and of a put whose file got no name: taken away again, or left beside its name. */
export const NO_LOOK = "NO_LOOK";
export const NO_RENAME = "NO_RENAME";
export const PART_LEFT = "PART_LEFT";
/** `vendorCode` when the server is not the one we know, and when it does not let us in. */
export const WRONG_HOST_KEY = "HOST_KEY";
export const LOGIN_REFUSED = "LOGIN";

/**
 * Folders on a machine of somebody else. Paths start at "/". Throws ProviderError: `refused` when the server said no,
 * is not the one we know, or does not let us in; `unavailable` when nothing was done; `unknown` when a file may be
 * there under its name.
 */
export interface FileTransfer {
  /** The files of a folder, by name. */
  list(folder: string): Promise<TransferFile[]>;
  get(path: string): Promise<Uint8Array>;
  /**
   * Whole or not at all: nobody sees half a file under its name. The server confirms the size before the file gets its name and
   * after; a file that the server takes away then was delivered. A name that is taken is refused.
   */
  put(path: string, content: Uint8Array | Readable): Promise<void>;
}

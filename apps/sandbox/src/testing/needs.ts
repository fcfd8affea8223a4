import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Places of programs that tests start. A setting names another place. */
export const SFTP_SERVER = process.env.SFTP_SERVER ?? "/usr/lib/openssh/sftp-server";
export const EXIM = process.env.EXIM ?? "/usr/sbin/exim4";
export const PGBOUNCER = process.env.PGBOUNCER ?? "pgbouncer";
export const POSTGRES_15 = "/usr/lib/postgresql/15/bin";
/** The arguments by which npx fetches and starts s3rver. */
export const S3RVER = ["--yes", "s3rver@3.7.1"];
/** A folder next to the repository with files that do not belong in it. */
export const SHARED = fileURLToPath(new URL("../../../../../shared", import.meta.url));

interface Requirement {
  isThere: () => boolean;
  absent: string;
}

/** Returns a check that each program can be started. Its exit code does not matter. */
const starts =
  (...programs: string[]) =>
  () =>
    programs.every((program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined);

const succeeds = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 60_000 }).status === 0;

const debian = (name: string, isThere: () => boolean): Requirement => ({
  isThere,
  absent: `Debian's package ${name} is not installed`,
});

const pgbouncer = debian("pgbouncer", starts(PGBOUNCER));
const postgres15 = debian("postgresql-15", () => existsSync(POSTGRES_15));
const mmdebstrap = debian("mmdebstrap", starts("mmdebstrap"));
const root: Requirement = { isThere: () => process.getuid?.() === 0, absent: "the user is not root" };

/** Programs and folders outside the repository, under the name by which a test or a tool asks for them. */
const NEEDS = {
  cluster: [
    debian("patroni", starts("patroni")),
    debian("etcd-server", starts("etcd")),
    debian("python3-etcd", () => succeeds("/usr/bin/python3", "-c", "import etcd")),
    debian("haproxy", starts("haproxy")),
    pgbouncer,
    postgres15,
    root,
  ],
  exim: [debian("exim4-daemon-light", starts(EXIM))],
  image: [debian("buildah", starts("buildah")), mmdebstrap, root],
  machine: [
    mmdebstrap,
    debian("util-linux", starts("unshare", "nsenter")),
    debian("coreutils", starts("chroot")),
    debian("iproute2", starts("ip")),
    root,
    {
      isThere: () => succeeds("unshare", "--mount", "--pid", "--net", "--fork", "true"),
      absent: "namespaces of processes and network are not allowed",
    },
  ],
  openssl: [debian("openssl", starts("openssl"))],
  pgbouncer: [pgbouncer],
  "postgresql-15": [postgres15],
  s3rver: [{ isThere: () => succeeds("npx", ...S3RVER, "--version"), absent: "npx can not fetch s3rver" }],
  "sftp-server": [debian("openssh-sftp-server", () => existsSync(SFTP_SERVER))],
  shared: [{ isThere: () => existsSync(SHARED), absent: "shared folder is absent" }],
} as const satisfies Record<string, readonly Requirement[]>;

export type Need = keyof typeof NEEDS;

export const isNeed = (name: string): name is Need => Object.hasOwn(NEEDS, name);

/** The parts of a need that this machine lacks, each as a phrase. */
export const missingParts = (need: Need): string[] =>
  NEEDS[need].filter(({ isThere }) => !isThere()).map(({ absent }) => absent);

/** Returns whether a part is missing. Tests skip themselves by this call; `npm run test:all` finds it in their file. */
export const isMissing = (need: Need): boolean => missingParts(need).length > 0;

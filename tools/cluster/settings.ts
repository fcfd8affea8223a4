import { POSTGRES_15 } from "../../apps/sandbox/src/testing/needs.ts";

/** Where everything of a cluster listens, all on this machine. */
export interface ClusterPorts {
  etcd: number;
  etcdPeer: number;
  /** PostgreSQL and Patroni of each node. */
  nodes: readonly { postgres: number; patroni: number }[];
  /** HAProxy: to the leader, and to a replica that is near. */
  leader: number;
  replica: number;
}

export interface Passwords {
  superuser: string;
  replication: string;
}

/**
 * What Patroni is told of one node, as YAML, which JSON is. A leader that says nothing for 20 s is replaced by the synchronous
 * standby, which has every commit that was acknowledged.
 */
export function patroniSettings(
  { etcd, nodes }: ClusterPorts,
  place: number,
  folder: string,
  { superuser, replication }: Passwords,
): string {
  const { postgres, patroni } = nodes[place] ?? { postgres: 0, patroni: 0 };
  return JSON.stringify({
    scope: "countinghouse",
    name: `node-${place + 1}`,
    restapi: { listen: `127.0.0.1:${patroni}`, connect_address: `127.0.0.1:${patroni}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: "512MB" } },
      },
      initdb: [
        { encoding: "UTF8" },
        { locale: "C" },
        { "locale-provider": "icu" },
        { "icu-locale": "und" },
        "data-checksums",
      ],
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: `${folder}/node-${place + 1}`,
      bin_dir: POSTGRES_15,
      pgpass: `${folder}/pgpass-${place + 1}`,
      authentication: {
        superuser: { username: "postgres", password: superuser },
        replication: { username: "replicator", password: replication },
      },
      parameters: { unix_socket_directories: "", password_encryption: "scram-sha-256" },
    },
  });
}

/** HAProxy leads to whichever node Patroni says leads, and readers to one that is at most a megabyte behind. */
export function haproxySettings({ leader, replica, nodes }: ClusterPorts): string {
  const servers = nodes.map(
    ({ postgres, patroni }, place) =>
      `  server node-${place + 1} 127.0.0.1:${postgres} check port ${patroni} on-marked-down shutdown-sessions`,
  );
  const listener = (name: string, port: number, asks: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk OPTIONS ${asks}`,
    "  http-check expect status 200",
    "  default-server inter 1s fall 2 rise 1",
    ...servers,
  ];
  return [
    "global",
    "  maxconn 2000",
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout client 1h",
    "  timeout server 1h",
    ...listener("leader", leader, "/primary"),
    ...listener("replica", replica, "/replica?lag=1MB"),
    "",
  ].join("\n");
}

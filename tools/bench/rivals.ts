import { build } from "../stack/build.ts";
import { compare, type Figures, type Peer, procedureCall } from "./measure.ts";
import { type Loaded, loadedForFirstList } from "./rivals/first-list.ts";
import { installRivals } from "./rivals/install.ts";
import { copyCustomers, type RivalServer, startDirectus, startScript } from "./rivals/servers.ts";
import { type BenchStack, startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

/** The first page against AdminJS; the customer by id, who comes whole, against its row; JavaScript against the leanest. */
const GOALS = { firstPage: 40, byId: 1, javaScript: 0.5 };
const US = "countinghouse";

interface Rivals {
  adminjs: RivalServer;
  express: RivalServer;
  directus: RivalServer;
}

/**
 * Asks the API, AdminJS with its SQL adapter, express with pg, and Directus for the same customers in the same run, request
 * by request in turn, and counts what each loads of JavaScript before its first list is there. The rivals are installed
 * aside, which needs a network once.
 */
export async function benchRivals(options: { users: number; cycles: number; keep: boolean }): Promise<void> {
  const { users, cycles, keep } = options;
  const folders = await installRivals();
  const built = await build(["build"]);
  if (!built.ok) throw new Error(built.output);
  const stack = await startBenchStack({ users, keep });
  const started: RivalServer[] = [];
  const keepRunning = async (server: Promise<RivalServer>): Promise<RivalServer> => {
    const running = await server;
    started.push(running);
    return running;
  };
  try {
    await copyCustomers(stack.url);
    const rivals = {
      adminjs: await keepRunning(startScript(folders.adminjs, "adminjs-server.ts", stack.url)),
      express: await keepRunning(startScript(folders.adminjs, "express-server.ts", stack.url)),
      directus: await keepRunning(startDirectus(folders.directus, stack.url)),
    };
    const words = await stack.places("email");
    const figures = new Map<string, Map<string, Figures>>();
    for (const { work, peers } of works(stack, rivals, words)) {
      figures.set(work, await compare(peers, cycles));
      printWork(work, figures.get(work) ?? new Map());
    }
    const loaded = await loadedForFirstList(firstLists(stack, rivals));
    for (const { name, kibibytes, files } of loaded)
      console.log(
        `${name.padEnd(28)}${kibibytes.toFixed(0).padStart(6)} KiB of JavaScript in ${files} files`,
      );
    printGoals(figures, loaded);
  } finally {
    for (const server of started) await server.stop();
    await stack.stop();
  }
}

function works({ api, firstId }: BenchStack, rivals: Rivals, words: { value: string; id: number }[]) {
  const place = (index: number) => words[(index * 7) % words.length] ?? { value: "", id: firstId };
  const id = (index: number) => place(index).id;
  const word = (index: number) => place(index).value.split("@")[0]?.slice(1) ?? "";
  const ours = (procedure: string, input: (index: number) => object): Peer => ({
    ...api,
    name: US,
    call: (index) => procedureCall(procedure, input(index), api.token),
  });
  const rival = (name: keyof Rivals, path: (index: number) => string): Peer => ({
    ...rivals[name],
    name,
    call: (index) => ({ path: path(index), method: "GET", headers: rivals[name].headers }),
  });
  const adminjs = "/admin/api/resources/customers";
  const searched = (index: number) => encodeURIComponent(word(index));
  return [
    {
      work: "first page, exact total",
      peers: [
        ours("users.list", () => ({ sort: "id" })),
        rival("express", () => "/customers"),
        rival("adminjs", () => `${adminjs}/actions/list?page=1&perPage=15&sortBy=id&direction=asc`),
        rival("directus", () => "/items/customers?limit=15&sort=id&meta=filter_count"),
      ],
    },
    {
      work: "by id",
      peers: [
        ours("users.get", (index) => ({ id: id(index) })),
        rival("express", (index) => `/customers/${id(index)}`),
        rival("adminjs", (index) => `${adminjs}/records/${id(index)}/show`),
        rival("directus", (index) => `/items/customers/${id(index)}`),
      ],
    },
    {
      work: "search (ours all columns, AdminJS and Directus the e-mail alone)",
      peers: [
        ours("users.list", (index) => ({ query: word(index) })),
        rival("express", (index) => `/customers?q=${searched(index)}`),
        rival(
          "adminjs",
          (index) => `${adminjs}/actions/list?page=1&perPage=15&filters.email=${searched(index)}`,
        ),
        rival(
          "directus",
          (index) =>
            `/items/customers?limit=15&meta=filter_count&filter[email][_icontains]=${searched(index)}`,
        ),
      ],
    },
  ];
}

const firstLists = ({ api }: BenchStack, { adminjs, directus }: Rivals) => [
  {
    name: US,
    address: `http://127.0.0.1:${api.port}/admin/users`,
    shows: "tbody tr td",
    storage: { token: api.token },
  },
  {
    name: "adminjs",
    address: `http://127.0.0.1:${adminjs.port}/admin/resources/customers`,
    shows: "tbody tr td",
  },
  // Its list is later still.
  {
    name: "directus, its sign-in page",
    address: `http://127.0.0.1:${directus.port}/admin/login`,
    shows: "input",
  },
];

function printWork(work: string, figures: ReadonlyMap<string, Figures>): void {
  console.log(`\n${work}`);
  const ours = figures.get(US);
  for (const [name, { p50Ms, p99Ms, cpuMicroseconds }] of figures) {
    const times = ours === undefined ? 1 : p50Ms / ours.p50Ms;
    console.log(
      `  ${name.padEnd(16)}p50 ${p50Ms.toFixed(2).padStart(9)} ms   p99 ${p99Ms.toFixed(1).padStart(8)} ms   ` +
        `${times.toFixed(2).padStart(8)} times ours   CPU ${cpuMicroseconds.toFixed(0).padStart(6)} us`,
    );
  }
}

function printGoals(
  figures: ReadonlyMap<string, ReadonlyMap<string, Figures>>,
  loaded: readonly Loaded[],
): void {
  const times = (work: string) =>
    (figures.get(work)?.get("adminjs")?.p50Ms ?? 0) / (figures.get(work)?.get(US)?.p50Ms ?? Number.NaN);
  const size = (isOurs: boolean) =>
    Math.min(...loaded.filter(({ name }) => (name === US) === isOurs).map(({ kibibytes }) => kibibytes));
  const reached = (isReached: boolean) => (isReached ? "reached" : "MISSED");
  const [page, byId, script] = [times("first page, exact total"), times("by id"), size(true) / size(false)];
  tell({
    work: "first page",
    unit: "times ours by AdminJS",
    reached: page,
    goal: { atLeast: GOALS.firstPage },
  });
  tell({ work: "by id", unit: "times ours by AdminJS", reached: byId, goal: { atLeast: GOALS.byId } });
  tell({
    work: "JavaScript to the first list",
    unit: "of the leanest rival's",
    reached: script,
    goal: { atMost: GOALS.javaScript },
  });
  console.log(
    `\nfirst page: AdminJS takes ${page.toFixed(1)} times as long, goal ${GOALS.firstPage} ${reached(page >= GOALS.firstPage)}` +
      `\nby id: AdminJS takes ${byId.toFixed(2)} times as long, goal ${GOALS.byId} ${reached(byId >= GOALS.byId)}` +
      `\nJavaScript to the first list: ${script.toFixed(2)} of the leanest rival's, goal ${GOALS.javaScript} ${reached(script <= GOALS.javaScript)}`,
  );
}

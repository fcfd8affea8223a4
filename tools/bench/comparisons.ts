import { SORT_SQL } from "../../packages/api/src/users/list-sql.ts";
import { USER_SORT_COLUMNS } from "../../packages/validators/src/users/rules.ts";
import { type Peer, procedureCall, send } from "./measure.ts";
import type { BenchStack } from "./stack.ts";

export interface Comparison {
  work: string;
  /** The largest ratio of p50 to the first peer that is good enough, or null where none is set. */
  goal: number | null;
  peers: Peer[];
  /** That each call is the first one of its kind in this run: it is not asked for before it is measured, nor twice. */
  isFirstLook?: true;
}

/** As many places in the list are asked for in turn. */
const PLACES = 500;

/**
 * Has all that is looked at looked at once: the first look of an hour at a customer, or at a page of them, is noted by a write of its
 * own, which is measured by itself.
 */
export async function lookBefore({ peers, isFirstLook }: Comparison): Promise<void> {
  if (isFirstLook) return;
  for (const peer of peers.filter(({ name }) => !name.startsWith("bare")))
    for (let index = 0; index < PLACES; index++) await send(peer.port, peer.call(index));
}

/** The bare server that looks up first who is asking, as we have to. */
export const BARE_WITH_SESSION = "bare, session";

/** What is compared: by id, first page, a page deep in the list, selective search, and each sort. */
export async function comparisons(stack: BenchStack): Promise<Comparison[]> {
  const ids = await stack.places("id");
  const words = await stack.places("email");
  const id = (index: number) => ids[(index * 7) % ids.length]?.id ?? stack.firstId;
  const word = (index: number) => selectiveWord(words[(index * 7) % words.length]?.value ?? "");
  const api = (work: string, procedure: string, input: (index: number) => object) => ({
    ...stack.api,
    name: work,
    call: (index: number) => procedureCall(procedure, input(index), stack.api.token),
  });
  const bare = (path: (index: number) => string): Peer => ({
    ...stack.bare,
    name: "bare",
    call: (index) => ({ path: path(index), method: "GET" }),
  });
  const bareWithSession = (path: (index: number) => string): Peer => ({
    ...bare((index) => `${path(index)}&session`),
    name: BARE_WITH_SESSION,
  });
  const pages = await Promise.all(
    STORED_SORTS.map(async (sort) => {
      const { column } = SORT_SQL[sort];
      const places = await stack.places(column);
      const place = (index: number) =>
        places[(index * 7) % places.length] ?? { value: "", id: stack.firstId };
      const first = () => ({ sort });
      const deep = (index: number) => ({ sort, cursor: { ...place(index), page: 1000 } });
      const after = (index: number) => {
        const { value, id: last } = place(index);
        return `/after?${new URLSearchParams({ sort: column, value, id: String(last) }).toString()}`;
      };
      return [
        {
          work: `first page by ${sort}`,
          goal: 1.5,
          peers: [
            bare(() => `/first?sort=${column}`),
            api("countinghouse", "users.list", first),
            bareWithSession(() => `/first?sort=${column}`),
          ],
        },
        {
          work: `a page deep in the list by ${sort}`,
          goal: null,
          peers: [bare(after), api("countinghouse", "users.list", deep)],
        },
        {
          work: `the same, against our own first page`,
          goal: 1.5,
          peers: [api("first page", "users.list", first), api("deep page", "users.list", deep)],
        },
      ];
    }),
  );
  const byId = await stack.places("id");
  const filtered = FILTERS.flatMap(({ name, filters }) => {
    const first = () => ({ sort: "id", filters });
    const deep = (index: number) => ({
      ...first(),
      cursor: { ...(byId[(index * 7) % byId.length] ?? { value: "", id: stack.firstId }), page: 1000 },
    });
    return [
      {
        work: `first page of ${name}, against the one of everyone`,
        goal: 1.5,
        peers: [api("everyone", "users.list", () => ({ sort: "id" })), api("filtered", "users.list", first)],
      },
      {
        work: `a page deep in the list of ${name}, against its first`,
        goal: 1.5,
        peers: [api("first page", "users.list", first), api("deep page", "users.list", deep)],
      },
    ];
  });
  const looked = new Set(ids.map((place) => place.id));
  const unseen = (await stack.places("firstname", 4 * PLACES)).filter((place) => !looked.has(place.id));
  return [
    {
      work: "user by id, the first look of an hour",
      goal: null,
      isFirstLook: true,
      peers: [
        bare((index) => `/whole?id=${unseen[index % unseen.length]?.id ?? stack.firstId}`),
        api("countinghouse", "users.get", (index) => ({
          id: unseen[index % unseen.length]?.id ?? stack.firstId,
        })),
      ],
    },
    {
      work: "user by id, the same statement",
      goal: 1.6,
      peers: [
        bare((index) => `/whole?id=${id(index)}`),
        api("countinghouse", "users.get", (index) => ({ id: id(index) })),
        bareWithSession((index) => `/whole?id=${id(index)}`),
      ],
    },
    {
      work: "user by id, against one bare row",
      goal: null,
      peers: [
        bare((index) => `/one?id=${id(index)}`),
        api("countinghouse", "users.get", (index) => ({ id: id(index) })),
      ],
    },
    {
      work: "selective search",
      goal: 1.6,
      peers: [
        bare((index) => `/search?q=${encodeURIComponent(word(index))}`),
        api("countinghouse", "users.list", (index) => ({ query: word(index) })),
      ],
    },
    ...pages.flat(),
    ...filtered,
  ];
}

/** The sorts that a bare server has as well: those by the users' own columns. */
const STORED_SORTS = USER_SORT_COLUMNS.filter((sort) => sort !== "ssn").filter(
  (sort) => !SORT_SQL[sort].ofStanding,
);

/** A broad filter, a narrow one, and two together. */
const FILTERS = [
  { name: "the funded", filters: { stage: "funded" } },
  { name: "those not to be funded", filters: { tags: ["doNotFund"] } },
  { name: "the funded who owe", filters: { stage: "funded", balance: "owing" } },
] as const;

/** The middle of an e-mail's first part: an infix that few users share. */
const selectiveWord = (email: string): string => email.split("@")[0]?.slice(1) ?? "";

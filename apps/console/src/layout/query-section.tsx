import type { ReactNode } from "react";
import { errorDetails } from "@/api/errors.ts";
import Updated from "@/ui/updated.tsx";
import { Section, type SectionState, type SkeletonLines } from "./section.tsx";

/** The part of a query's result that a section lives on. */
export type SectionQuery<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  fetchStatus: "fetching" | "paused" | "idle";
  /** When it came; said in the heading, with the button that reads it again. */
  dataUpdatedAt?: number | undefined;
  refetch: () => unknown;
};

type QuerySectionProps<Data> = {
  id: string;
  title: string;
  query: SectionQuery<Data>;
  count?: ((data: Data) => number) | undefined;
  actions?: ReactNode;
  /** What to say when the answer has nothing in it, and how to tell. */
  empty?: { title: string; action?: ReactNode; when: (data: Data) => boolean } | undefined;
  /** The product's sentence for a failed load; without one, the server's is shown. */
  failure?: string | undefined;
  skeletonLines?: SkeletonLines | undefined;
  children: (data: Data) => ReactNode;
};

/** A section that shows one query: every state of it, and what it holds once it is there. */
export function QuerySection<Data>({
  id,
  title,
  query,
  count,
  actions,
  children,
  ...looks
}: QuerySectionProps<Data>) {
  const { data } = query;
  const state = sectionState(query, looks);
  const isThere = state.kind === "ready" || state.kind === "empty";
  const isAwaited = state.kind === "idle" || state.kind === "loading";
  // What can be pressed does not move aside for it.
  const place = actions ? <div aria-hidden className="w-34 max-md:w-7" /> : null;
  const updated =
    isThere && query.dataUpdatedAt ? (
      <Updated
        what={title}
        at={query.dataUpdatedAt}
        isRefreshing={query.isFetching}
        refetch={query.refetch}
      />
    ) : isAwaited && query.dataUpdatedAt !== undefined ? (
      place
    ) : null;
  return (
    <Section
      id={id}
      title={title}
      count={data === undefined ? undefined : count?.(data)}
      actions={
        (actions || updated) && (
          <>
            {actions}
            {updated}
          </>
        )
      }
      state={state}
    >
      {state.kind === "ready" && data !== undefined && children(data)}
    </Section>
  );
}

function sectionState<Data>(
  query: SectionQuery<Data>,
  { empty, failure, skeletonLines }: Pick<QuerySectionProps<Data>, "empty" | "failure" | "skeletonLines">,
): SectionState {
  const { data, error, isFetching } = query;
  if (error) {
    const { code, message } = errorDetails(error);
    if (code === "FORBIDDEN") return { kind: "forbidden", reason: message };
    return {
      kind: "error",
      error,
      // What ends by itself is said as the server says it.
      message: code === "LIMITED" ? undefined : failure,
      retry: () => void query.refetch(),
      retrying: isFetching,
    };
  }
  if (data === undefined) {
    return query.fetchStatus === "idle" ? { kind: "idle" } : { kind: "loading", lines: skeletonLines };
  }
  if (empty?.when(data)) return { kind: "empty", title: empty.title, action: empty.action };
  return { kind: "ready", refreshing: isFetching };
}

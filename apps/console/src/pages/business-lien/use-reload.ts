import { useEffect, useRef, useState } from "react";
import { useReadAgain } from "@/api/read-again.ts";

/** What a row waits for until the list is read again. */
export type Waiting = "registering" | "filing";

const NOBODY: ReadonlyMap<number, Waiting> = new Map();

/** Reads the list again some time after something was sent; until then the rows concerned wait. */
export function useReload() {
  const readAgain = useReadAgain();
  const [waiting, setWaiting] = useState(NOBODY);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const wait = (userIds: readonly number[], what: Waiting) =>
    setWaiting((before) => new Map([...before, ...userIds.map((id) => [id, what] as const)]));
  const settle = (userIds: readonly number[]) =>
    setWaiting((before) => new Map([...before].filter(([id]) => !userIds.includes(id))));
  return {
    waiting,
    wait,
    settle,
    reloadAfter: (ms: number, userIds: readonly number[], what: Waiting) => {
      wait(userIds, what);
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        void readAgain("businesses").finally(() => settle(userIds));
      }, ms);
      timers.current.add(timer);
    },
  };
}

export type Reload = ReturnType<typeof useReload>;

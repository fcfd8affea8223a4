/** What can be reached from one another along these arrows: each group of two or more. */
export function circlesIn(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(arrows, ([from]) => from);
  const before = Map.groupBy(arrows, ([, to]) => to);
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of next.keys())
    walk(start, seen, (node) => (next.get(node) ?? []).map(([, to]) => to), order);
  // Back along the arrows from whoever was left last, nobody outside of the group is reached that was not before.
  const grouped = new Set<string>();
  const groups = order.toReversed().map((node) => {
    const group: string[] = [];
    walk(node, grouped, (each) => (before.get(each) ?? []).map(([from]) => from), group);
    return group;
  });
  return groups.filter((group) => group.length > 1);
}

/** Adds what can be reached from `start` and was not seen before, each after what follows it. */
function walk(start: string, seen: Set<string>, findNext: (node: string) => string[], left: string[]): void {
  if (seen.has(start)) return;
  seen.add(start);
  const stack = [{ node: start, rest: findNext(start) }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const node = top.rest.pop();
    if (node === undefined) {
      left.push(top.node);
      stack.pop();
    } else if (!seen.has(node)) {
      seen.add(node);
      stack.push({ node, rest: findNext(node) });
    }
  }
}

import { connect } from "@countinghouse/db";
import { expect, it } from "vitest";
import { budgetTotal, connectionBudget, LEAST_CONNECTIONS } from "./connection-budget.ts";

it.each(["web", "worker", "all"] as const)(
  "a process with the role %s uses exactly its connections, and can read and write with the fewest",
  async (role) => {
    for (let most = LEAST_CONNECTIONS; most <= 200; most++) {
      const budget = connectionBudget(role, most);
      expect(budgetTotal(budget)).toBe(most);
      expect(Math.min(...Object.values({ ...budget.screens, ...budget.bulkJobs }))).toBeGreaterThanOrEqual(1);
      expect(budget.bulkJobs === null).toBe(role === "web");
    }
    // The direct connections of exports and sessions belong to the pools of a database.
    const { screens, bulkJobs, direct } = connectionBudget(role, 20);
    const pools = connect("postgresql://nobody@127.0.0.1:1/none", { sizes: screens });
    const most = pools.connections().reduce((sum, pool) => sum + pool.most, 0);
    expect(most).toBe(screens.write + screens.read + direct.exports + direct.sessions);
    expect(bulkJobs === null ? 0 : bulkJobs.write + bulkJobs.read).toBe(
      20 - most - direct.registration - direct.listeners,
    );
    await pools.close();
  },
);

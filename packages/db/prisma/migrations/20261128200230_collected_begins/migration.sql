-- What was collected and let off before it was counted: what the books have, less what was counted of it since. One statement sees all
-- of it at one moment, so that nobody has to wait while it is added up.
INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
SELECT measure, on_day, part, sum(cents), sum(entries)
FROM (
  SELECT measure, on_day, part, cents, 1 AS entries FROM portfolio_allocations()
  WHERE measure IN ('collected', 'vintage_collected', 'let_off', 'vintage_let_off')
  UNION ALL
  SELECT measure, on_day, part, -cents, -entries FROM portfolio_change
  WHERE measure IN ('collected', 'vintage_collected', 'let_off', 'vintage_let_off')
  UNION ALL
  SELECT measure, on_day, part, -cents, -entries FROM portfolio_sum
  WHERE measure IN ('collected', 'vintage_collected', 'let_off', 'vintage_let_off')) begun
GROUP BY 1, 2, 3 HAVING sum(cents) <> 0 OR sum(entries) <> 0;

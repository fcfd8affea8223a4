-- What was outstanding before changes of balances were counted: the balances, less what was counted of them since. One statement
-- sees all of it at one moment, so that nobody has to wait while it is added up.
INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
SELECT measure, on_day, part, sum(cents), sum(entries)
FROM (
  SELECT p.measure, p.on_day, p.part, p.cents, 1 AS entries
  FROM user_balance b, portfolio_standing(b.balance_cents) p
  UNION ALL
  SELECT measure, on_day, part, -cents, -entries FROM portfolio_change WHERE measure IN ('owed', 'credit')
  UNION ALL
  SELECT measure, on_day, part, -cents, -entries FROM portfolio_sum WHERE measure IN ('owed', 'credit')) begun
GROUP BY 1, 2, 3 HAVING sum(cents) <> 0 OR sum(entries) <> 0;

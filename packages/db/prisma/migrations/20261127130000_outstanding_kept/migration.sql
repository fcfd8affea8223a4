-- What customers owe in all, what they have in credit, and how many they are is kept like the other sums of the book: each
-- change of a balance is a row of its own, that a worker folds. Both stand under one day.
CREATE FUNCTION portfolio_standing(balance bigint)
RETURNS TABLE (measure text, on_day date, part text, cents bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN balance > 0 THEN 'owed' ELSE 'credit' END, DATE '1970-01-01', '', abs(balance) WHERE balance <> 0
$$;

CREATE OR REPLACE FUNCTION portfolio_of_books()
RETURNS TABLE (measure text, on_day date, part text, cents bigint, entries bigint) LANGUAGE sql STABLE AS $$
  SELECT measure, on_day, part, sum(cents)::bigint, count(*)
  FROM (SELECT measure, on_day, part, cents FROM portfolio_entries()
    UNION ALL SELECT measure, on_day, part, cents FROM portfolio_allocations()
    UNION ALL SELECT measure, on_day, part, cents FROM portfolio_schedules()
    UNION ALL SELECT p.measure, p.on_day, p.part, p.cents FROM user_balance b, portfolio_standing(b.balance_cents) p) books
  GROUP BY 1, 2, 3
$$;

CREATE FUNCTION count_portfolio_new_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added b, portfolio_standing(b.balance_cents) p GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE FUNCTION count_portfolio_gone_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, -sum(p.cents), -count(*)
  FROM removed b, portfolio_standing(b.balance_cents) p GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE FUNCTION count_portfolio_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT measure, on_day, part, sum(cents), sum(entries)
  FROM (SELECT p.measure, p.on_day, p.part, p.cents, 1 AS entries FROM added b, portfolio_standing(b.balance_cents) p
    UNION ALL
    SELECT p.measure, p.on_day, p.part, -p.cents, -1 FROM removed b, portfolio_standing(b.balance_cents) p) changed
  GROUP BY 1, 2, 3 HAVING sum(cents) <> 0 OR sum(entries) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER user_balance_portfolio_new AFTER INSERT ON user_balance
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_new_balances();
CREATE TRIGGER user_balance_portfolio_gone AFTER DELETE ON user_balance
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_gone_balances();
CREATE TRIGGER user_balance_portfolio AFTER UPDATE ON user_balance
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_balances();

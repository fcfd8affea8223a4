-- Where a list or a run over a limit waits, so do several of one admin that come to it in a day.
INSERT INTO approval_rules (version, rules, set_at)
SELECT r.version + 1, r.rules || changed.rules, now()
FROM (SELECT version, rules FROM approval_rules ORDER BY version DESC LIMIT 1) r
CROSS JOIN LATERAL (
  SELECT jsonb_object_agg(m.key, m.value || jsonb_build_object('dayOverCents', m.value -> 'overCents')) AS rules
  FROM jsonb_each(r.rules) m
  WHERE m.key IN ('BULK', 'AUTOMATION') AND m.value ->> 'overCents' IS NOT NULL AND m.value ->> 'dayOverCents' IS NULL
) changed
WHERE changed.rules IS NOT NULL;

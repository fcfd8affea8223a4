-- Whoever gave an admin access of late may act as both. So two whose access comes from one person, within 30 days, do not decide for
-- each other: neither who invited, promoted or enabled for whom they did, nor the other way round, nor two of one giver. What the command
-- line gives, on the machine itself, comes from nobody of the console.
CREATE FUNCTION access_comes_from(admin_id uuid, as_of timestamptz) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE giver(id) AS (
    SELECT admin_id
    UNION
    SELECT substr(e.actor, 7)::uuid
    FROM giver g
    JOIN audit_event e ON e.subject_type = 'admin' AND e.subject_id = g.id::text
    WHERE e.actor LIKE 'admin:%' AND e.at > as_of - interval '30 days'
      AND (e.action IN ('admins.invite', 'admins.enable')
        OR (e.action = 'admins.change'
          AND array_position(ARRAY['AUDITOR', 'VIEWER', 'EMPLOYEE', 'ADMIN', 'SUPERADMIN'], e.after->>'role')
            > array_position(ARRAY['AUDITOR', 'VIEWER', 'EMPLOYEE', 'ADMIN', 'SUPERADMIN'], e.before->>'role')))
  )
  SELECT giver.id FROM giver
$$;

CREATE FUNCTION approval_of_one_giver(maker_id uuid, decider_id uuid, as_of timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT id FROM access_comes_from(maker_id, as_of)
    INTERSECT
    SELECT id FROM access_comes_from(decider_id, as_of))
$$;

CREATE FUNCTION check_approval_givers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF approval_of_one_giver(NEW.maker_id, NEW.decided_by_id, coalesce(NEW.decided_at, now())) THEN
    RAISE EXCEPTION 'approval % is not decided by one whose access comes from the same person', NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- small table: what waited for a second person
CREATE TRIGGER approval_of_two_givers BEFORE UPDATE ON approval
  FOR EACH ROW WHEN (OLD.decided_by_id IS NULL AND NEW.decided_by_id IS NOT NULL AND NEW.decided_by_id <> NEW.maker_id)
  EXECUTE FUNCTION check_approval_givers();

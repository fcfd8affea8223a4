-- As in approval_of_two_givers; whoever sends an invitation once more gives access by it as well, since the link before it works no longer.
CREATE OR REPLACE FUNCTION access_comes_from(admin_id uuid, as_of timestamptz) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE giver(id) AS (
    SELECT admin_id
    UNION
    SELECT substr(e.actor, 7)::uuid
    FROM giver g
    JOIN audit_event e ON e.subject_type = 'admin' AND e.subject_id = g.id::text
    WHERE e.actor LIKE 'admin:%' AND e.at > as_of - interval '30 days'
      AND (e.action IN ('admins.invite', 'admins.enable')
        OR (e.action = 'admins.sendPasswordLink' AND e.after->>'kind' = 'invitation')
        OR (e.action = 'admins.change'
          AND array_position(ARRAY['AUDITOR', 'VIEWER', 'EMPLOYEE', 'ADMIN', 'SUPERADMIN'], e.after->>'role')
            > array_position(ARRAY['AUDITOR', 'VIEWER', 'EMPLOYEE', 'ADMIN', 'SUPERADMIN'], e.before->>'role')))
  )
  SELECT giver.id FROM giver
$$;

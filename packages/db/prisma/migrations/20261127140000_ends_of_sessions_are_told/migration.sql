-- Whoever keeps in mind who is signed in hears at once, by NOTIFY at the commit, that a session has ended or its admin has changed.
-- That a session goes on is not told.
CREATE FUNCTION tell_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('admin_sessions', '');
  RETURN NULL;
END $$;

-- small table: as many rows as members of staff and their sessions of some days
CREATE TRIGGER admin_session_ends AFTER UPDATE ON admin_session FOR EACH ROW
  WHEN (OLD.id <> NEW.id OR OLD.admin_id <> NEW.admin_id OR OLD.revoked_at IS DISTINCT FROM NEW.revoked_at
    OR NEW.idle_until < OLD.idle_until OR NEW.absolute_until < OLD.absolute_until)
  EXECUTE FUNCTION tell_of_sessions();
CREATE TRIGGER admin_session_goes AFTER DELETE ON admin_session FOR EACH ROW EXECUTE FUNCTION tell_of_sessions();

-- small table: as many rows as members of staff
CREATE TRIGGER admin_changes AFTER UPDATE ON admin FOR EACH ROW
  WHEN (OLD.id <> NEW.id OR OLD.email <> NEW.email OR OLD.full_name <> NEW.full_name OR OLD.role <> NEW.role
    OR OLD.status <> NEW.status)
  EXECUTE FUNCTION tell_of_sessions();
CREATE TRIGGER admin_goes AFTER DELETE ON admin FOR EACH ROW EXECUTE FUNCTION tell_of_sessions();

-- small table: a few rows a member of staff
CREATE TRIGGER second_factor_changes AFTER INSERT OR UPDATE OR DELETE ON second_factor FOR EACH ROW
  EXECUTE FUNCTION tell_of_sessions();

-- small table: a row a role
CREATE TRIGGER factor_demand_changes AFTER INSERT OR UPDATE OR DELETE ON factor_demand FOR EACH ROW
  EXECUTE FUNCTION tell_of_sessions();

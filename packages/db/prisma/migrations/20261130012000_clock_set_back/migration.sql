-- A clock that was set back waits for a person: the environment says when that changes. It has one row at most.
CREATE TRIGGER environment_work_added AFTER INSERT ON environment
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('CLOCK_SET_BACK');
CREATE TRIGGER environment_work_changed AFTER UPDATE ON environment
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('CLOCK_SET_BACK');
CREATE TRIGGER environment_work_removed AFTER DELETE ON environment
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('CLOCK_SET_BACK');

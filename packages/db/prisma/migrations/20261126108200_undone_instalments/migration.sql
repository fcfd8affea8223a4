-- Instalments that go because their import is undone leave nothing behind: what was owed on any day is what it was before.
CREATE OR REPLACE TRIGGER payment_schedule_gone AFTER DELETE ON payment_schedule FOR EACH ROW
  WHEN (coalesce(current_setting('countinghouse.taken_out', true), '') <> 'on')
  EXECUTE FUNCTION keep_past_schedule();

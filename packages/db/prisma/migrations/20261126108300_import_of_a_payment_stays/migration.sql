-- Only what an import has made is deleted when it is undone: no other payment becomes one of an import afterwards.
CREATE FUNCTION refuse_other_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'which import brought payment % never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payment_intent_import_stays BEFORE UPDATE OF import_run_id ON payment_intent FOR EACH ROW
  WHEN (OLD.import_run_id IS DISTINCT FROM NEW.import_run_id) EXECUTE FUNCTION refuse_other_import();

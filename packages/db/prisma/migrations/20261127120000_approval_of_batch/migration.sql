-- What was approved is not sent alone: a batch is known by its approval as a payment is.
ALTER TABLE "approval" ADD COLUMN "batch_id" UUID;

CREATE OR REPLACE FUNCTION check_approval_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'WAITING' THEN
      RAISE EXCEPTION 'an approval begins as WAITING, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.maker_id, NEW.action, NEW.request_id, NEW.input, NEW.input_hash, NEW.effect, NEW.effect_hash, NEW.title,
      NEW.amount_cents, NEW.matters, NEW.reasons, NEW.rules_version, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM (OLD.maker_id, OLD.action, OLD.request_id, OLD.input, OLD.input_hash, OLD.effect, OLD.effect_hash, OLD.title,
      OLD.amount_cents, OLD.matters, OLD.reasons, OLD.rules_version, OLD.created_at, OLD.expires_at)
     OR (NEW.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id) THEN
    RAISE EXCEPTION 'what approval % is about never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.decided_by_id IS NOT NULL
     AND (NEW.decided_by_id, NEW.decided_at) IS DISTINCT FROM (OLD.decided_by_id, OLD.decided_at) THEN
    RAISE EXCEPTION 'who decided approval % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.ended_at IS NOT NULL
     AND (NEW.ended_at, NEW.message, NEW.payment_id, NEW.batch_id)
       IS DISTINCT FROM (OLD.ended_at, OLD.message, OLD.payment_id, OLD.batch_id) THEN
    RAISE EXCEPTION 'approval % has ended, and stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (
       ('WAITING', 'APPROVED'), ('WAITING', 'DENIED'), ('WAITING', 'WITHDRAWN'), ('WAITING', 'EXPIRED'),
       ('APPROVED', 'DONE'), ('APPROVED', 'VOIDED')) THEN
    RAISE EXCEPTION 'approval % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- CreateEnum
CREATE TYPE "ApprovalState" AS ENUM ('WAITING', 'APPROVED', 'DONE', 'DENIED', 'WITHDRAWN', 'EXPIRED', 'VOIDED');

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "maker_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "request_id" UUID NOT NULL,
    "input" JSONB NOT NULL,
    "input_hash" BYTEA NOT NULL,
    "title" TEXT NOT NULL,
    "user_id" INTEGER,
    "amount_cents" BIGINT,
    "matters" TEXT[],
    "reasons" TEXT[],
    "rules_version" INTEGER NOT NULL,
    "effect" JSONB NOT NULL,
    "effect_hash" TEXT NOT NULL,
    "state" "ApprovalState" NOT NULL DEFAULT 'WAITING',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "message" TEXT NOT NULL DEFAULT '',
    "payment_id" UUID,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_rules" (
    "version" INTEGER NOT NULL,
    "rules" JSONB NOT NULL,
    "set_by_id" UUID,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_rules_pkey" PRIMARY KEY ("version")
);

-- CreateIndex
CREATE UNIQUE INDEX "approval_payment_id_key" ON "approval"("payment_id");

-- CreateIndex
CREATE INDEX "approval_state_created_at_idx" ON "approval"("state", "created_at");

-- CreateIndex
CREATE INDEX "approval_user_id_idx" ON "approval"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "approval_maker_id_action_request_id_key" ON "approval"("maker_id", "action", "request_id");

-- CreateIndex
CREATE INDEX "payment_intent_created_by_id_created_at_idx" ON "payment_intent"("created_by_id", "created_at");

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_rules" ADD CONSTRAINT "approval_rules_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Whoever made it never decides it, whatever their role by then.
ALTER TABLE "approval" ADD CONSTRAINT "approval_of_two" CHECK (decided_by_id <> maker_id);

-- What is done, or about to be, was approved by somebody.
ALTER TABLE "approval" ADD CONSTRAINT "approval_was_decided" CHECK (
  state NOT IN ('APPROVED', 'DONE', 'DENIED') OR (decided_by_id IS NOT NULL AND decided_at IS NOT NULL));

-- What waits never changes, and moves along these edges only.
CREATE FUNCTION check_approval_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'WAITING' THEN
      RAISE EXCEPTION 'an approval begins as WAITING, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.maker_id, NEW.action, NEW.request_id, NEW.input, NEW.input_hash, NEW.effect, NEW.effect_hash)
     IS DISTINCT FROM (OLD.maker_id, OLD.action, OLD.request_id, OLD.input, OLD.input_hash, OLD.effect, OLD.effect_hash) THEN
    RAISE EXCEPTION 'what approval % is about never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.decided_by_id IS NOT NULL AND NEW.decided_by_id IS DISTINCT FROM OLD.decided_by_id THEN
    RAISE EXCEPTION 'who decided approval % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (
       ('WAITING', 'APPROVED'), ('WAITING', 'DENIED'), ('WAITING', 'WITHDRAWN'), ('WAITING', 'EXPIRED'),
       ('APPROVED', 'DONE'), ('APPROVED', 'VOIDED')) THEN
    RAISE EXCEPTION 'approval % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_move BEFORE INSERT OR UPDATE ON approval
  FOR EACH ROW EXECUTE FUNCTION check_approval_move();
CREATE TRIGGER approval_no_delete BEFORE DELETE ON approval
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_rules_append_only BEFORE UPDATE OR DELETE ON approval_rules
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

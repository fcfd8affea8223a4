-- AlterEnum
ALTER TYPE "Role" ADD VALUE 'AUDITOR';

-- CreateIndex
CREATE INDEX "audit_event_action_id_idx" ON "audit_event"("action", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

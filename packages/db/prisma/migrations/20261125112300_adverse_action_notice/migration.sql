-- CreateTable
CREATE TABLE "adverse_action_notice" (
    "application_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "file_id" UUID NOT NULL,
    "reasons" TEXT[],
    "sent_to" TEXT NOT NULL,
    "sent_by_id" UUID NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "adverse_action_notice_pkey" PRIMARY KEY ("application_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "adverse_action_notice_file_id_key" ON "adverse_action_notice"("file_id");

-- CreateIndex
CREATE INDEX "adverse_action_notice_user_id_idx" ON "adverse_action_notice"("user_id");

-- CreateIndex
CREATE INDEX "decision_created_at_idx" ON "decision"("created_at");

-- AddForeignKey
ALTER TABLE "adverse_action_notice" ADD CONSTRAINT "adverse_action_notice_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adverse_action_notice" ADD CONSTRAINT "adverse_action_notice_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adverse_action_notice" ADD CONSTRAINT "adverse_action_notice_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "user_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adverse_action_notice" ADD CONSTRAINT "adverse_action_notice_sent_by_id_fkey" FOREIGN KEY ("sent_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An offer that can be taken still.
CREATE INDEX application_offered ON application (offer_expires_at) WHERE stage = 'offered';

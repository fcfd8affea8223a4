-- CreateEnum
CREATE TYPE "AssetReportState" AS ENUM ('PENDING', 'READY', 'ERROR');

-- CreateEnum
CREATE TYPE "ScheduleStatus" AS ENUM ('UNPAID', 'PAID');

-- AlterTable
ALTER TABLE "bank_account" ADD COLUMN     "wire_routing" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "bank_link" ADD COLUMN     "access_token_sealed" BYTEA,
ADD COLUMN     "error_code" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "item_id" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "asset_report" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" "AssetReportState" NOT NULL DEFAULT 'PENDING',
    "days_requested" INTEGER NOT NULL,
    "provider_id" TEXT NOT NULL DEFAULT '',
    "token_sealed" BYTEA,
    "error_code" TEXT NOT NULL DEFAULT '',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "report" JSONB,

    CONSTRAINT "asset_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance_record" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "bank_link_id" INTEGER NOT NULL,
    "accounts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "balance_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deal" (
    "user_id" INTEGER NOT NULL,
    "deal_id" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "decline_reason" TEXT NOT NULL DEFAULT '',
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deal_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,
    "flow_type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "outcome_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "primary_decline_reason" TEXT NOT NULL DEFAULT '',
    "evaluation_token" TEXT NOT NULL DEFAULT '',
    "decision_url" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "underwriting" (
    "application_id" INTEGER NOT NULL,
    "requested_amount_cents" BIGINT,
    "estimated_monthly_revenue_cents" BIGINT,
    "stated_monthly_revenue_cents" BIGINT,
    "average_daily_balance_90_cents" BIGINT,
    "minimum_balance_90_cents" BIGINT,
    "negative_days_90" INTEGER,
    "nsf_90" INTEGER,
    "deposit_count_90" INTEGER,
    "active_advances" INTEGER,
    "time_in_business_months" INTEGER,
    "fraud_score" INTEGER,
    "identity_match" BOOLEAN,
    "bank_owner_match" BOOLEAN,
    "prior_advances" INTEGER,
    "prior_returns" INTEGER,
    "decision_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "underwriting_pkey" PRIMARY KEY ("application_id")
);

-- CreateTable
CREATE TABLE "user_file" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "object_key" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL DEFAULT '',
    "info" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recontract" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,
    "file_id" UUID,
    "reason" TEXT NOT NULL DEFAULT '',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "signed_at" TIMESTAMPTZ(3),

    CONSTRAINT "recontract_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_preference" (
    "user_id" INTEGER NOT NULL,
    "use_bank" BOOLEAN NOT NULL DEFAULT false,
    "bank_number" TEXT,
    "use_bank_until" DATE,
    "use_card" BOOLEAN NOT NULL DEFAULT false,
    "card_number" TEXT,
    "use_card_until" DATE,
    "updated_by_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_preference_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "payment_schedule" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,
    "payment_date" DATE NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "status" "ScheduleStatus" NOT NULL DEFAULT 'UNPAID',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "re_access_link" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "admin_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "redeemed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "re_access_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "derogatory_remark" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "remark_date" DATE NOT NULL,
    "added_by" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "derogatory_remark_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "asset_report_user_id_id_idx" ON "asset_report"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "balance_record_user_id_created_at_idx" ON "balance_record"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "decision_user_id_created_at_idx" ON "decision"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "decision_application_id_idx" ON "decision"("application_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_file_object_key_key" ON "user_file"("object_key");

-- CreateIndex
CREATE INDEX "user_file_user_id_created_at_idx" ON "user_file"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "recontract_user_id_idx" ON "recontract"("user_id");

-- CreateIndex
CREATE INDEX "payment_schedule_user_id_payment_date_idx" ON "payment_schedule"("user_id", "payment_date");

-- CreateIndex
CREATE UNIQUE INDEX "payment_schedule_application_id_payment_date_key" ON "payment_schedule"("application_id", "payment_date");

-- CreateIndex
CREATE UNIQUE INDEX "re_access_link_token_hash_key" ON "re_access_link"("token_hash");

-- CreateIndex
CREATE INDEX "re_access_link_user_id_idx" ON "re_access_link"("user_id");

-- CreateIndex
CREATE INDEX "derogatory_remark_user_id_remark_date_id_idx" ON "derogatory_remark"("user_id", "remark_date" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bank_link_item_id_idx" ON "bank_link"("item_id");

-- CreateIndex
CREATE INDEX "users_company_name_idx" ON "users"("company_name");

-- AddForeignKey
ALTER TABLE "asset_report" ADD CONSTRAINT "asset_report_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_record" ADD CONSTRAINT "balance_record_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_record" ADD CONSTRAINT "balance_record_bank_link_id_fkey" FOREIGN KEY ("bank_link_id") REFERENCES "bank_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "underwriting" ADD CONSTRAINT "underwriting_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_file" ADD CONSTRAINT "user_file_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_file" ADD CONSTRAINT "user_file_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recontract" ADD CONSTRAINT "recontract_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recontract" ADD CONSTRAINT "recontract_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_preference" ADD CONSTRAINT "payment_preference_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_preference" ADD CONSTRAINT "payment_preference_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_schedule" ADD CONSTRAINT "payment_schedule_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_schedule" ADD CONSTRAINT "payment_schedule_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "re_access_link" ADD CONSTRAINT "re_access_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "re_access_link" ADD CONSTRAINT "re_access_link_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derogatory_remark" ADD CONSTRAINT "derogatory_remark_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Users who share an address, whatever its case, are found by an index.
CREATE INDEX users_address_look_up ON users (lower(current_address), lower(zipcode)) WHERE current_address <> '';
CREATE INDEX users_company_look_up ON users (lower(company_name)) WHERE company_name <> '';

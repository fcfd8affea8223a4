-- CreateEnum
CREATE TYPE "Role" AS ENUM ('SUPERADMIN', 'ADMIN', 'EMPLOYEE', 'VIEWER');

-- CreateEnum
CREATE TYPE "AdminStatus" AS ENUM ('ACTIVE', 'DISABLED');

-- CreateEnum
CREATE TYPE "AlloyStatus" AS ENUM ('Approved', 'Denied', 'Manual Review', 'Pending', 'Error', 'Expired');

-- CreateEnum
CREATE TYPE "ApplicationStage" AS ENUM ('started', 'underwriting', 'offered', 'contracted', 'funded', 'declined');

-- CreateEnum
CREATE TYPE "FundsDispersedOption" AS ENUM ('nextDayBankACH', 'instantBankTransfer');

-- CreateEnum
CREATE TYPE "InstitutionStatus" AS ENUM ('HEALTHY', 'DEGRADED', 'DOWN');

-- CreateEnum
CREATE TYPE "CardStatus" AS ENUM ('ACTIVE', 'INACTIVE');

-- CreateEnum
CREATE TYPE "OutboxTopic" AS ENUM ('EMAIL', 'LEDGER_SHEET');

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('QUEUED', 'DELIVERED', 'FAILED');

-- CreateEnum
CREATE TYPE "LedgerAccountType" AS ENUM ('ASSET', 'LIABILITY', 'INCOME', 'EXPENSE');

-- CreateEnum
CREATE TYPE "PaymentKind" AS ENUM ('SALE', 'FUND', 'REFUND', 'CREDIT', 'DEBIT', 'RECREDIT', 'RCC', 'MANUAL');

-- CreateEnum
CREATE TYPE "PaymentType" AS ENUM ('DEBIT', 'CREDIT');

-- CreateEnum
CREATE TYPE "PaymentState" AS ENUM ('CREATED', 'READY', 'SENDING', 'SUBMITTED', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'MANUAL', 'SETTLED', 'RETURNED', 'CHARGED_BACK', 'CANCELLED');

-- CreateTable
CREATE TABLE "admin" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "status" "AdminStatus" NOT NULL DEFAULT 'ACTIVE',
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "admin_session" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "refresh_hash" BYTEA NOT NULL,
    "previous_refresh_hash" BYTEA,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL,
    "idle_until" TIMESTAMPTZ(3) NOT NULL,
    "absolute_until" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admin_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_challenge" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bot_check_solution" (
    "challenge_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bot_check_solution_pkey" PRIMARY KEY ("challenge_id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "application" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "stage" "ApplicationStage" NOT NULL DEFAULT 'started',
    "is_renewed" BOOLEAN NOT NULL DEFAULT false,
    "workflow_used" TEXT NOT NULL DEFAULT 'Gig Worker',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "offer_expires_at" TIMESTAMPTZ(3),
    "funded_at" TIMESTAMPTZ(3),
    "alloy_status" "AlloyStatus" NOT NULL DEFAULT 'Pending',
    "alloy_clarity_status" TEXT NOT NULL DEFAULT '',
    "alloy_clarity_ccr" INTEGER,
    "alloy_tu_status" TEXT NOT NULL DEFAULT '',
    "alloy_cva_score" INTEGER,
    "vantage_score" INTEGER,
    "manual_review_reason" TEXT NOT NULL DEFAULT '',
    "manual_adjustment_reason" TEXT NOT NULL DEFAULT 'None',
    "manually_approved_at" TIMESTAMPTZ(3),
    "decline_reason" TEXT NOT NULL DEFAULT '',
    "original_approved_amount_cents" BIGINT,
    "approved_amount_cents" BIGINT,
    "payback_amount_cents" BIGINT,
    "payment_amount_cents" BIGINT,
    "discount_amount_cents" BIGINT,
    "ofee_rate" DECIMAL(6,4) NOT NULL DEFAULT 0.0725,
    "terms_calculation" TEXT NOT NULL DEFAULT '',
    "funds_dispersed_option" "FundsDispersedOption" NOT NULL DEFAULT 'nextDayBankACH',
    "disbursement_fee_cents" BIGINT NOT NULL DEFAULT 0,
    "disbursement_amount_cents" BIGINT,
    "first_payment_date" DATE,
    "discount_date" DATE,
    "last_payment_date" DATE,
    "is_contract_signed" BOOLEAN NOT NULL DEFAULT false,
    "contract_key" TEXT NOT NULL DEFAULT '',
    "contract_signed_at" TIMESTAMPTZ(3),
    "is_smb" BOOLEAN,
    "init_high_risk" BOOLEAN,
    "risk_model_name" TEXT NOT NULL DEFAULT '',
    "risk_model_score" INTEGER,
    "risk_model_lite_name" TEXT NOT NULL DEFAULT '',
    "risk_model_lite_score" INTEGER,
    "used_override_flag" BOOLEAN NOT NULL DEFAULT false,
    "deal_id" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "offer" (
    "id" SERIAL NOT NULL,
    "application_id" INTEGER NOT NULL,
    "optimized" BOOLEAN NOT NULL,
    "approved_amount_cents" BIGINT NOT NULL,
    "payback_multiplier" DECIMAL(6,4) NOT NULL,
    "selected" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "offer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_link" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "institution_id" TEXT NOT NULL,
    "institution_name" TEXT NOT NULL,
    "bank_status" "InstitutionStatus" NOT NULL DEFAULT 'HEALTHY',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "auth_is_done" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bank_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_account" (
    "id" SERIAL NOT NULL,
    "bank_link_id" INTEGER NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'depository',
    "subtype" TEXT NOT NULL DEFAULT 'checking',
    "number_sealed" BYTEA NOT NULL,
    "number_index" BYTEA NOT NULL,
    "mask" TEXT NOT NULL,
    "routing" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "is_manually_added" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bank_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_sealed" BYTEA NOT NULL,
    "token_index" BYTEA NOT NULL,
    "last4" TEXT NOT NULL,
    "expiry" TEXT NOT NULL,
    "card_name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL DEFAULT '',
    "status" "CardStatus" NOT NULL DEFAULT 'ACTIVE',
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "command_request" (
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "request_id" UUID NOT NULL,
    "input_hash" BYTEA NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "command_request_pkey" PRIMARY KEY ("actor","action","request_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" UUID NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_message" (
    "id" UUID NOT NULL,
    "topic" "OutboxTopic" NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "payload" BYTEA NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'QUEUED',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT NOT NULL DEFAULT '',
    "receipt" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_account" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "type" "LedgerAccountType" NOT NULL,
    "user_id" INTEGER,

    CONSTRAINT "ledger_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transaction" (
    "id" UUID NOT NULL,
    "intent_id" UUID,
    "kind" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL DEFAULT 1,
    "effective_on" DATE NOT NULL,
    "reverses_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_balance" (
    "user_id" INTEGER NOT NULL,
    "balance_cents" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_balance_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "row_counter" (
    "table_name" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "row_counter_pkey" PRIMARY KEY ("table_name")
);

-- CreateTable
CREATE TABLE "note" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "owner_id" UUID NOT NULL,
    "note" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_intent" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER,
    "kind" "PaymentKind" NOT NULL,
    "payment_type" "PaymentType" NOT NULL,
    "business_key" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "state" "PaymentState" NOT NULL DEFAULT 'CREATED',
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_state_edge" (
    "from_state" "PaymentState" NOT NULL,
    "to_state" "PaymentState" NOT NULL,

    CONSTRAINT "payment_state_edge_pkey" PRIMARY KEY ("from_state","to_state")
);

-- CreateTable
CREATE TABLE "payment_attempt" (
    "id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_key" TEXT NOT NULL,
    "provider_reference" TEXT,
    "outcome" "PaymentState",
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "manual_payment" (
    "intent_id" UUID NOT NULL,
    "line_item_type" TEXT NOT NULL,
    "mode_of_payment" TEXT NOT NULL,
    "transaction_type" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "is_external" BOOLEAN NOT NULL,

    CONSTRAINT "manual_payment_pkey" PRIMARY KEY ("intent_id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "firstname" TEXT NOT NULL DEFAULT '',
    "lastname" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "verification_phone" TEXT NOT NULL DEFAULT '',
    "dob" DATE,
    "current_address" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT '',
    "zipcode" TEXT NOT NULL DEFAULT '',
    "ssn_sealed" BYTEA,
    "ssn_index" BYTEA,
    "ssn_last4" TEXT NOT NULL DEFAULT '',
    "ein_sealed" BYTEA,
    "ein_index" BYTEA,
    "occupation" TEXT NOT NULL DEFAULT '',
    "business_category" TEXT NOT NULL DEFAULT '',
    "business_type" TEXT NOT NULL DEFAULT '',
    "business_name" TEXT NOT NULL DEFAULT '',
    "company_name" TEXT NOT NULL DEFAULT '',
    "business_start_date" DATE,
    "naics_code" TEXT NOT NULL DEFAULT '',
    "business_account_same_as_personal" BOOLEAN,
    "separate_business_account" BOOLEAN,
    "is_incorporated" BOOLEAN,
    "route" TEXT NOT NULL DEFAULT '',
    "platform" TEXT NOT NULL DEFAULT '',
    "unique_id" TEXT NOT NULL DEFAULT '',
    "ref_user_id" INTEGER,
    "disable_login" BOOLEAN NOT NULL DEFAULT false,
    "zoho_id" TEXT NOT NULL DEFAULT '',
    "do_not_fund" BOOLEAN NOT NULL DEFAULT false,
    "do_not_fund_reason" TEXT NOT NULL DEFAULT '',
    "run_payment_automation" BOOLEAN NOT NULL DEFAULT true,
    "is_external" BOOLEAN NOT NULL DEFAULT false,
    "external_agency" TEXT NOT NULL DEFAULT '',
    "show_reconnect_button" BOOLEAN NOT NULL DEFAULT false,
    "show_resign_contract_button" BOOLEAN NOT NULL DEFAULT false,
    "post_fund_customer_error" TEXT NOT NULL DEFAULT '',
    "overlaps" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "import_key" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "admin_email_key" ON "admin"("email");

-- CreateIndex
CREATE UNIQUE INDEX "admin_session_refresh_hash_key" ON "admin_session"("refresh_hash");

-- CreateIndex
CREATE INDEX "admin_session_admin_id_idx" ON "admin_session"("admin_id");

-- CreateIndex
CREATE INDEX "admin_session_previous_refresh_hash_idx" ON "admin_session"("previous_refresh_hash");

-- CreateIndex
CREATE INDEX "sign_in_challenge_admin_id_idx" ON "sign_in_challenge"("admin_id");

-- CreateIndex
CREATE INDEX "bot_check_solution_expires_at_idx" ON "bot_check_solution"("expires_at");

-- CreateIndex
CREATE INDEX "application_user_id_id_idx" ON "application"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "offer_application_id_optimized_key" ON "offer"("application_id", "optimized");

-- CreateIndex
CREATE INDEX "bank_link_user_id_idx" ON "bank_link"("user_id");

-- CreateIndex
CREATE INDEX "bank_account_bank_link_id_idx" ON "bank_account"("bank_link_id");

-- CreateIndex
CREATE INDEX "bank_account_number_index_idx" ON "bank_account"("number_index");

-- CreateIndex
CREATE INDEX "card_user_id_idx" ON "card"("user_id");

-- CreateIndex
CREATE INDEX "card_token_index_idx" ON "card"("token_index");

-- CreateIndex
CREATE INDEX "command_request_created_at_idx" ON "command_request"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_hash_key" ON "audit_event"("hash");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_id_idx" ON "audit_event"("subject_type", "subject_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_actor_id_idx" ON "audit_event"("actor", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_message_dedupe_key_key" ON "outbox_message"("dedupe_key");

-- CreateIndex
CREATE INDEX "outbox_message_state_next_at_idx" ON "outbox_message"("state", "next_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_account_code_key" ON "ledger_account"("code");

-- CreateIndex
CREATE INDEX "ledger_account_user_id_idx" ON "ledger_account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transaction_reverses_id_key" ON "ledger_transaction"("reverses_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transaction_intent_id_kind_sequence_key" ON "ledger_transaction"("intent_id", "kind", "sequence");

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_idx" ON "ledger_entry"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_transaction_id_account_id_key" ON "ledger_entry"("transaction_id", "account_id");

-- CreateIndex
CREATE INDEX "note_user_id_created_at_idx" ON "note"("user_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_business_key_key" ON "payment_intent"("business_key");

-- CreateIndex
CREATE INDEX "payment_intent_user_id_created_at_idx" ON "payment_intent"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payment_intent_state_idx" ON "payment_intent"("state");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_provider_key_key" ON "payment_attempt"("provider_key");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_intent_id_sequence_key" ON "payment_attempt"("intent_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_provider_provider_reference_key" ON "payment_attempt"("provider", "provider_reference");

-- CreateIndex
CREATE UNIQUE INDEX "users_import_key_key" ON "users"("import_key");

-- CreateIndex
CREATE INDEX "users_firstname_id_idx" ON "users"("firstname", "id");

-- CreateIndex
CREATE INDEX "users_lastname_id_idx" ON "users"("lastname", "id");

-- CreateIndex
CREATE INDEX "users_email_id_idx" ON "users"("email", "id");

-- CreateIndex
CREATE INDEX "users_phone_id_idx" ON "users"("phone", "id");

-- CreateIndex
CREATE INDEX "users_current_address_id_idx" ON "users"("current_address", "id");

-- CreateIndex
CREATE INDEX "users_ssn_last4_id_idx" ON "users"("ssn_last4", "id");

-- CreateIndex
CREATE INDEX "users_ssn_index_idx" ON "users"("ssn_index");

-- CreateIndex
CREATE INDEX "users_ein_index_idx" ON "users"("ein_index");

-- CreateIndex
CREATE INDEX "users_ref_user_id_idx" ON "users"("ref_user_id");

-- AddForeignKey
ALTER TABLE "admin_session" ADD CONSTRAINT "admin_session_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_challenge" ADD CONSTRAINT "sign_in_challenge_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer" ADD CONSTRAINT "offer_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_link" ADD CONSTRAINT "bank_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_bank_link_id_fkey" FOREIGN KEY ("bank_link_id") REFERENCES "bank_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card" ADD CONSTRAINT "card_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transaction" ADD CONSTRAINT "ledger_transaction_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transaction" ADD CONSTRAINT "ledger_transaction_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "ledger_transaction"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_balance" ADD CONSTRAINT "user_balance_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "manual_payment" ADD CONSTRAINT "manual_payment_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_ref_user_id_fkey" FOREIGN KEY ("ref_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "FactorKind" AS ENUM ('PASSKEY', 'APP');

-- AlterTable
ALTER TABLE "sign_in_challenge" ADD COLUMN "passkey_challenge" TEXT;
ALTER TABLE "sign_in_challenge" ALTER COLUMN "code_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "second_factor" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "kind" "FactorKind" NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "secret_sealed" BYTEA,
    "last_step" INTEGER,
    "challenge" TEXT,
    "credential_id" TEXT,
    "public_key" BYTEA,
    "sign_count" BIGINT,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "factor_demand" (
    "role" "Role" NOT NULL,
    "is_demanded" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_by_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "factor_demand_pkey" PRIMARY KEY ("role")
);

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_credential_id_key" ON "second_factor"("credential_id");

-- CreateIndex
CREATE INDEX "second_factor_admin_id_idx" ON "second_factor"("admin_id");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_code_hash_key" ON "recovery_code"("code_hash");

-- CreateIndex
CREATE INDEX "recovery_code_admin_id_idx" ON "recovery_code"("admin_id");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "factor_demand" ADD CONSTRAINT "factor_demand_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is confirmed can be proven.
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_confirmed" CHECK (confirmed_at IS NULL OR CASE kind
  WHEN 'APP' THEN secret_sealed IS NOT NULL
  WHEN 'PASSKEY' THEN credential_id IS NOT NULL AND public_key IS NOT NULL AND sign_count IS NOT NULL END);

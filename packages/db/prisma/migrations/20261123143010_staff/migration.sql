-- AlterEnum
ALTER TYPE "AdminStatus" ADD VALUE 'INVITED';

-- AlterTable
ALTER TABLE "admin" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "password_link" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "password_link_token_hash_key" ON "password_link"("token_hash");

-- CreateIndex
CREATE INDEX "password_link_admin_id_idx" ON "password_link"("admin_id");

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "admin_session" ADD COLUMN "device_id" UUID;

-- CreateTable
CREATE TABLE "known_device" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_device_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "known_device_token_hash_key" ON "known_device"("token_hash");

-- CreateIndex
CREATE INDEX "known_device_admin_id_idx" ON "known_device"("admin_id");

-- CreateIndex
CREATE INDEX "admin_session_device_id_idx" ON "admin_session"("device_id");

-- AddForeignKey
ALTER TABLE "admin_session" ADD CONSTRAINT "admin_session_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "known_device"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

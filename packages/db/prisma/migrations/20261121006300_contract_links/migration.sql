-- CreateTable
CREATE TABLE "contract_link" (
    "id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "contract_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contract_link_opening" (
    "id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "contract_link_opening_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contract_link_file_id_created_at_idx" ON "contract_link"("file_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "contract_link_opening_link_id_opened_at_idx" ON "contract_link_opening"("link_id", "opened_at" DESC);

-- AddForeignKey
ALTER TABLE "contract_link" ADD CONSTRAINT "contract_link_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "user_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract_link" ADD CONSTRAINT "contract_link_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract_link" ADD CONSTRAINT "contract_link_revoked_by_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract_link_opening" ADD CONSTRAINT "contract_link_opening_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "contract_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

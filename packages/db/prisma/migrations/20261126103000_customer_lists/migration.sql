-- CreateTable
CREATE TABLE "customer_list" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "user_ids" INTEGER[],
    "made_by_id" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_list_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "customer_list_made_by_id_idx" ON "customer_list"("made_by_id");

-- CreateIndex
CREATE INDEX "customer_list_made_at_idx" ON "customer_list"("made_at");

-- AddForeignKey
ALTER TABLE "customer_list" ADD CONSTRAINT "customer_list_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "payment_promise" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "due_on" DATE NOT NULL,
    "made_by_id" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_promise_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_promise_user_id_idx" ON "payment_promise"("user_id");

-- CreateIndex
CREATE INDEX "payment_promise_due_on_idx" ON "payment_promise"("due_on");

-- AddForeignKey
ALTER TABLE "payment_promise" ADD CONSTRAINT "payment_promise_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_promise" ADD CONSTRAINT "payment_promise_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE payment_promise ADD CONSTRAINT payment_promise_amount_positive CHECK (amount_cents > 0);

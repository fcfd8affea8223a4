-- CreateEnum
CREATE TYPE "TransactionTag" AS ENUM ('Loan', 'MCA_Low_Risk', 'Consumer_Loan', 'MCA_High_Risk', 'Payday_Loan', 'BNPL', 'Mortgage_n_Others', 'Overdraft', 'gigIncome', 'cardIncome', 'smallBusinessIncome', 'moneyTransferServices', 'miscIncome', 'nsfFee', 'essentialOutflow', 'otherOutflow');

-- CreateTable
CREATE TABLE "transaction_category" (
    "report_id" INTEGER NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "category" "TransactionTag" NOT NULL,
    "changed_by_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transaction_category_pkey" PRIMARY KEY ("report_id","transaction_id")
);

-- AddForeignKey
ALTER TABLE "transaction_category" ADD CONSTRAINT "transaction_category_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "asset_report"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction_category" ADD CONSTRAINT "transaction_category_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

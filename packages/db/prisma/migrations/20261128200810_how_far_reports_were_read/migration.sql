-- Which reports of the processors were read to their end, and when: what was missed is caught up with.
CREATE TABLE "report_pull" (
    "source" TEXT NOT NULL,
    "last_good_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_pull_pkey" PRIMARY KEY ("source")
);

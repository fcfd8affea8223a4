-- CreateTable
CREATE TABLE "key_canary" (
    "key" TEXT NOT NULL,
    "proof" BYTEA NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_canary_pkey" PRIMARY KEY ("key")
);

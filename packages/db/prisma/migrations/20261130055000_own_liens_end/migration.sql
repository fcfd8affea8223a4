-- Our own liens are terminated and continued from here.
ALTER TABLE "business_lien" ADD COLUMN     "continued_on" DATE,
ADD COLUMN     "termination_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "termination_error" TEXT NOT NULL DEFAULT '';

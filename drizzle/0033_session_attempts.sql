ALTER TABLE "sessions" ADD COLUMN "attempt" text;

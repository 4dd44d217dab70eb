DROP INDEX "answers_own_idx";--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "recorded_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of takes that are there already, nothing but their arrival is known.
UPDATE "answers" SET "recorded_at" = "created_at";--> statement-breakpoint
CREATE INDEX "answers_own_idx" ON "answers" USING btree ("user_id","recorded_at","id") WHERE deleted_at is null;
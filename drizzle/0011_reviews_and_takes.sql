ALTER TYPE "public"."review_withdrawn_for" ADD VALUE 'voiceless';--> statement-breakpoint
ALTER TYPE "public"."review_withdrawn_for" ADD VALUE 'unprepared';--> statement-breakpoint
DROP INDEX "review_requests_preparing_idx";--> statement-breakpoint
DROP INDEX "answers_own_idx";--> statement-breakpoint
ALTER TABLE "review_assignments" ADD COLUMN "draft_of" uuid;--> statement-breakpoint
ALTER TABLE "review_requests" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "ratings_before_peers" jsonb;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "recorded_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of takes that are there already, nothing but their arrival is known.
UPDATE "answers" SET "recorded_at" = "created_at";--> statement-breakpoint
CREATE INDEX "review_assignments_request_idx" ON "review_assignments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "review_cases_request_idx" ON "review_cases" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "review_pairs_age_idx" ON "review_pairs" USING btree ("paired_at");--> statement-breakpoint
CREATE INDEX "review_requests_ended_idx" ON "review_requests" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "answers_erased_idx" ON "answers" USING btree ("erased_at") WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX "review_requests_preparing_idx" ON "review_requests" USING btree ("tried_at" NULLS FIRST,"created_at") WHERE state = 'open' and opened_at is null;--> statement-breakpoint
CREATE INDEX "answers_own_idx" ON "answers" USING btree ("user_id","recorded_at","id") WHERE deleted_at is null;
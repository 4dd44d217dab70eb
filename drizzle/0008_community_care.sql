ALTER TYPE "public"."notification_event" ADD VALUE 'community_reports';--> statement-breakpoint
ALTER TYPE "public"."moderation_act" ADD VALUE 'mark_answer';--> statement-breakpoint
ALTER TYPE "public"."moderation_act" ADD VALUE 'unmark_answer';--> statement-breakpoint
ALTER TYPE "public"."played_by" ADD VALUE 'forum';--> statement-breakpoint
ALTER TABLE "question_proposals" ADD COLUMN "fingerprint" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "forum_topics_merged_idx" ON "forum_topics" USING btree ("merged_into_id") WHERE merged_into_id is not null;
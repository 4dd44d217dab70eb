ALTER TABLE "forum_posts" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "forum_posts_gone_idx" ON "forum_posts" USING btree ("gone_at") WHERE gone_at is not null and text <> '';--> statement-breakpoint
-- What is gone already counts from now on.
UPDATE "forum_posts" SET "gone_at" = now() WHERE "state" IN ('self_deleted', 'removed');
--> statement-breakpoint
UPDATE "forum_posts" SET "gone_at" = now() FROM "forum_topics" t WHERE t."id" = "topic_id" AND t."state" = 'deleted' AND "gone_at" IS NULL;

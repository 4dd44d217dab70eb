-- What stands in a deleted topic is gone, also where the team decided about it by itself since: it counts from now on.
UPDATE "forum_posts" SET "gone_at" = now() FROM "forum_topics" t
WHERE t."id" = "topic_id" AND t."state" = 'deleted' AND "gone_at" IS NULL AND "text" <> '';

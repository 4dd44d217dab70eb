CREATE TYPE "public"."post_state" AS ENUM('published', 'edited', 'self_deleted', 'hidden', 'restored', 'removed');--> statement-breakpoint
CREATE TYPE "public"."reaction" AS ENUM('like', 'thanks', 'insightful', 'celebrate', 'same_here');--> statement-breakpoint
CREATE TYPE "public"."topic_kind" AS ENUM('thread', 'chat');--> statement-breakpoint
CREATE TYPE "public"."topic_state" AS ENUM('open', 'locked', 'archived', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."watch_level" AS ENUM('watch', 'track', 'normal', 'mute');--> statement-breakpoint
CREATE TYPE "public"."flag_reason" AS ENUM('spam', 'harassment', 'private_data', 'confidential', 'off_topic', 'other');--> statement-breakpoint
CREATE TYPE "public"."flag_state" AS ENUM('open', 'upheld', 'dismissed');--> statement-breakpoint
CREATE TYPE "public"."moderation_act" AS ENUM('lock', 'unlock', 'pin', 'unpin', 'archive', 'unarchive', 'delete_topic', 'restore_topic', 'rename', 'move', 'merge', 'hide', 'restore', 'remove', 'uphold', 'dismiss', 'suspend', 'lift_suspension', 'adopt', 'decline');--> statement-breakpoint
CREATE TYPE "public"."proposal_state" AS ENUM('proposed', 'adopted', 'declined', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."shared_kind" AS ENUM('question', 'take');--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'community';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'community_watched';--> statement-breakpoint
CREATE TABLE "forum_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uploader_id" uuid,
	"post_id" uuid,
	"file_key" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"flags_upheld" integer DEFAULT 0 NOT NULL,
	"flags_dismissed" integer DEFAULT 0 NOT NULL,
	"suspended_until" timestamp with time zone,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_members_count_check" CHECK ("forum_members"."post_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "forum_mentions" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "forum_mentions_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "forum_post_versions" (
	"post_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forum_post_versions_post_id_version_pk" PRIMARY KEY("post_id","version")
);
--> statement-breakpoint
CREATE TABLE "forum_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"profession_id" uuid NOT NULL,
	"author_id" uuid,
	"reply_from_id" uuid,
	"state" "post_state" DEFAULT 'published' NOT NULL,
	"text" text NOT NULL,
	"fingerprint" bigint NOT NULL,
	"edited_at" timestamp with time zone,
	"search" "tsvector" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_reactions" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reaction" "reaction" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_reactions_post_id_user_id_reaction_pk" PRIMARY KEY("post_id","user_id","reaction")
);
--> statement-breakpoint
CREATE TABLE "forum_room_marks" (
	"user_id" uuid NOT NULL,
	"profession_id" uuid NOT NULL,
	"level" "watch_level" DEFAULT 'normal' NOT NULL,
	"caught_up_at" timestamp with time zone,
	CONSTRAINT "forum_room_marks_user_id_profession_id_pk" PRIMARY KEY("user_id","profession_id")
);
--> statement-breakpoint
CREATE TABLE "forum_topic_marks" (
	"user_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"level" "watch_level" DEFAULT 'normal' NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	"wrote" boolean DEFAULT false NOT NULL,
	CONSTRAINT "forum_topic_marks_user_id_topic_id_pk" PRIMARY KEY("user_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "forum_topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profession_id" uuid NOT NULL,
	"kind" "topic_kind" DEFAULT 'thread' NOT NULL,
	"state" "topic_state" DEFAULT 'open' NOT NULL,
	"author_id" uuid,
	"title" text NOT NULL,
	"locale" "locale" NOT NULL,
	"pinned_at" timestamp with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"answered" boolean DEFAULT false NOT NULL,
	"last_post_at" timestamp with time zone DEFAULT now() NOT NULL,
	"poster_ids" uuid[] DEFAULT '{}' NOT NULL,
	"poster_count" integer DEFAULT 0 NOT NULL,
	"answer_id" uuid,
	"merged_into_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "professions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"topic_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "professions_count_check" CHECK ("professions"."topic_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "forum_flags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"flagger_id" uuid,
	"reason" "flag_reason" NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" "flag_state" DEFAULT 'open' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"kind" "shared_kind" NOT NULL,
	"question_id" uuid,
	"answer_id" uuid,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_shares_kind_check" CHECK (case when "forum_shares"."kind" = 'question' then "forum_shares"."question_id" is not null and "forum_shares"."answer_id" is null
        else "forum_shares"."answer_id" is not null and "forum_shares"."expires_at" is not null end)
);
--> statement-breakpoint
CREATE TABLE "moderation_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" "moderation_act" NOT NULL,
	"moderator_id" uuid,
	"topic_id" uuid,
	"post_id" uuid,
	"subject_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"profession_id" uuid NOT NULL,
	"proposer_id" uuid,
	"question" text NOT NULL,
	"locale" "locale" NOT NULL,
	"company" text NOT NULL,
	"role" text NOT NULL,
	"asked_on" date NOT NULL,
	"state" "proposal_state" DEFAULT 'proposed' NOT NULL,
	"category_id" uuid,
	"question_id" uuid,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forum_images" ADD CONSTRAINT "forum_images_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_images" ADD CONSTRAINT "forum_images_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_members" ADD CONSTRAINT "forum_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_mentions" ADD CONSTRAINT "forum_mentions_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_mentions" ADD CONSTRAINT "forum_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_post_versions" ADD CONSTRAINT "forum_post_versions_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_profession_id_professions_id_fk" FOREIGN KEY ("profession_id") REFERENCES "public"."professions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_reply_from_id_forum_posts_id_fk" FOREIGN KEY ("reply_from_id") REFERENCES "public"."forum_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_reactions" ADD CONSTRAINT "forum_reactions_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_reactions" ADD CONSTRAINT "forum_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_room_marks" ADD CONSTRAINT "forum_room_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_room_marks" ADD CONSTRAINT "forum_room_marks_profession_id_professions_id_fk" FOREIGN KEY ("profession_id") REFERENCES "public"."professions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topic_marks" ADD CONSTRAINT "forum_topic_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topic_marks" ADD CONSTRAINT "forum_topic_marks_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_profession_id_professions_id_fk" FOREIGN KEY ("profession_id") REFERENCES "public"."professions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_answer_id_forum_posts_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."forum_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_merged_into_id_forum_topics_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."forum_topics"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_flagger_id_users_id_fk" FOREIGN KEY ("flagger_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_shares" ADD CONSTRAINT "forum_shares_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_shares" ADD CONSTRAINT "forum_shares_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_shares" ADD CONSTRAINT "forum_shares_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_profession_id_professions_id_fk" FOREIGN KEY ("profession_id") REFERENCES "public"."professions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_proposer_id_users_id_fk" FOREIGN KEY ("proposer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_proposals" ADD CONSTRAINT "question_proposals_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forum_images_post_idx" ON "forum_images" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "forum_images_waiting_idx" ON "forum_images" USING btree ("uploader_id","created_at") WHERE post_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "forum_members_handle_key" ON "forum_members" USING btree ("handle");--> statement-breakpoint
CREATE INDEX "forum_members_folded_idx" ON "forum_members" USING btree ("folded" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "forum_members_handle_begin_idx" ON "forum_members" USING btree ("handle" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "forum_mentions_user_idx" ON "forum_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_posts_seq_key" ON "forum_posts" USING btree ("topic_id","seq");--> statement-breakpoint
CREATE INDEX "forum_posts_author_idx" ON "forum_posts" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "forum_posts_writer_idx" ON "forum_posts" USING btree ("topic_id","author_id");--> statement-breakpoint
CREATE INDEX "forum_posts_created_idx" ON "forum_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "forum_posts_room_idx" ON "forum_posts" USING btree ("profession_id","created_at","id");--> statement-breakpoint
CREATE INDEX "forum_posts_reply_idx" ON "forum_posts" USING btree ("reply_from_id");--> statement-breakpoint
CREATE INDEX "forum_posts_search_idx" ON "forum_posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "forum_reactions_user_idx" ON "forum_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "forum_room_marks_level_idx" ON "forum_room_marks" USING btree ("profession_id","level") WHERE level <> 'normal';--> statement-breakpoint
CREATE INDEX "forum_topic_marks_wrote_idx" ON "forum_topic_marks" USING btree ("user_id") WHERE wrote;--> statement-breakpoint
CREATE INDEX "forum_topic_marks_level_idx" ON "forum_topic_marks" USING btree ("topic_id","level") WHERE level <> 'normal';--> statement-breakpoint
CREATE INDEX "forum_topic_marks_watched_idx" ON "forum_topic_marks" USING btree ("user_id","level") WHERE level <> 'normal';--> statement-breakpoint
CREATE INDEX "forum_topics_room_idx" ON "forum_topics" USING btree ("profession_id","last_post_at","id") WHERE kind = 'thread' and state <> 'deleted';--> statement-breakpoint
CREATE INDEX "forum_topics_latest_idx" ON "forum_topics" USING btree ("last_post_at","id") WHERE kind = 'thread' and state <> 'deleted';--> statement-breakpoint
CREATE INDEX "forum_topics_unanswered_idx" ON "forum_topics" USING btree ("profession_id","last_post_at","id") WHERE kind = 'thread' and state = 'open' and not answered;--> statement-breakpoint
CREATE INDEX "forum_topics_unanswered_latest_idx" ON "forum_topics" USING btree ("last_post_at","id") WHERE kind = 'thread' and state = 'open' and not answered;--> statement-breakpoint
CREATE INDEX "forum_topics_pinned_idx" ON "forum_topics" USING btree ("profession_id","pinned_at") WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "forum_topics_author_idx" ON "forum_topics" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_topics_chat_key" ON "forum_topics" USING btree ("profession_id") WHERE kind = 'chat';--> statement-breakpoint
CREATE UNIQUE INDEX "professions_slug_key" ON "professions" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_flags_open_key" ON "forum_flags" USING btree ("post_id","flagger_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "forum_flags_queue_idx" ON "forum_flags" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "forum_flags_post_idx" ON "forum_flags" USING btree ("post_id","state");--> statement-breakpoint
CREATE INDEX "forum_flags_flagger_idx" ON "forum_flags" USING btree ("flagger_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_shares_post_key" ON "forum_shares" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "forum_shares_answer_idx" ON "forum_shares" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "forum_shares_question_idx" ON "forum_shares" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_created_idx" ON "moderation_acts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "moderation_acts_topic_idx" ON "moderation_acts" USING btree ("topic_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_acts_subject_idx" ON "moderation_acts" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_acts_moderator_idx" ON "moderation_acts" USING btree ("moderator_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_acts_post_idx" ON "moderation_acts" USING btree ("post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "question_proposals_post_key" ON "question_proposals" USING btree ("post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "question_proposals_question_key" ON "question_proposals" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "question_proposals_queue_idx" ON "question_proposals" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "question_proposals_proposer_idx" ON "question_proposals" USING btree ("proposer_id","created_at");
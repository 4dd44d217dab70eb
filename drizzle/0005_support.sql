CREATE TYPE "public"."mail_rhythm" AS ENUM('promptly', 'daily');--> statement-breakpoint
CREATE TYPE "public"."conversation_side" AS ENUM('user', 'support');--> statement-breakpoint
CREATE TYPE "public"."conversation_state" AS ENUM('new', 'open', 'waiting_user', 'snoozed', 'resolved', 'closed');--> statement-breakpoint
CREATE TYPE "public"."support_message_kind" AS ENUM('text', 'resolved', 'reopened');--> statement-breakpoint
CREATE TYPE "public"."support_note_kind" AS ENUM('text', 'assigned', 'released', 'snoozed', 'woken');--> statement-breakpoint
CREATE TYPE "public"."satisfaction" AS ENUM('good', 'bad', 'dismissed');--> statement-breakpoint
ALTER TYPE "public"."notification_channel" ADD VALUE 'push';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'support';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'billing';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'security';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'support_inbox';--> statement-breakpoint
CREATE TABLE "faq_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"question" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "faq_removals" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_texts" (
	"entry_id" uuid NOT NULL,
	"locale" "locale" NOT NULL,
	"stems" "tsvector" NOT NULL,
	"question_stems" "tsvector" NOT NULL,
	CONSTRAINT "faq_texts_entry_id_locale_pk" PRIMARY KEY("entry_id","locale")
);
--> statement-breakpoint
CREATE TABLE "faq_votes" (
	"entry_id" uuid NOT NULL,
	"voter" text NOT NULL,
	"user_id" uuid,
	"helpful" boolean NOT NULL,
	"voted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_votes_entry_id_voter_pk" PRIMARY KEY("entry_id","voter")
);
--> statement-breakpoint
CREATE TABLE "faq_words" (
	"locale" "locale" NOT NULL,
	"word" text NOT NULL,
	"spellings" text[] NOT NULL,
	CONSTRAINT "faq_words_locale_word_pk" PRIMARY KEY("locale","word")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mail_rhythm" "mail_rhythm" DEFAULT 'promptly' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event" "notification_event" NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"href" text NOT NULL,
	"group_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "provider_players" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"player_id" text,
	"settled" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_canned_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"guest_name" text,
	"guest_email" text,
	"guest_verified_at" timestamp with time zone,
	"locale" "locale" NOT NULL,
	"subject" text NOT NULL,
	"state" "conversation_state" DEFAULT 'new' NOT NULL,
	"snoozed_until" timestamp with time zone,
	"assignee_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"user_delivered" integer DEFAULT 0 NOT NULL,
	"user_read" integer DEFAULT 0 NOT NULL,
	"support_delivered" integer DEFAULT 0 NOT NULL,
	"support_read" integer DEFAULT 0 NOT NULL,
	"satisfaction" "satisfaction",
	"satisfaction_comment" text,
	"device_report" jsonb,
	"device_report_at" timestamp with time zone,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uploader_id" uuid,
	"message_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"file_key" text NOT NULL,
	"preview_key" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"kind" "support_message_kind" DEFAULT 'text' NOT NULL,
	"side" "conversation_side" NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"search" "tsvector" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"kind" "support_note_kind" DEFAULT 'text' NOT NULL,
	"author_id" uuid,
	"subject_id" uuid,
	"until" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_waits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"answered" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "faq_entries" ADD CONSTRAINT "faq_entries_category_id_faq_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."faq_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_texts" ADD CONSTRAINT "faq_texts_entry_id_faq_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."faq_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_entry_id_faq_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."faq_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_pushes" ADD CONSTRAINT "outbox_pushes_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_pushes" ADD CONSTRAINT "outbox_pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_players" ADD CONSTRAINT "provider_players_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD CONSTRAINT "support_conversations_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_attachments" ADD CONSTRAINT "support_attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_attachments" ADD CONSTRAINT "support_attachments_message_id_support_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."support_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_waits" ADD CONSTRAINT "support_waits_conversation_id_support_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "faq_categories_slug_key" ON "faq_categories" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "faq_entries_slug_key" ON "faq_entries" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "faq_entries_list_idx" ON "faq_entries" USING btree ("category_id","position","id");--> statement-breakpoint
CREATE INDEX "faq_texts_stems_idx" ON "faq_texts" USING gin ("stems");--> statement-breakpoint
CREATE INDEX "faq_votes_user_idx" ON "faq_votes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "faq_words_spellings_idx" ON "faq_words" USING gin ("spellings");--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id","updated_at","id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group_key" ON "notifications" USING btree ("user_id","group_key") WHERE read_at is null and group_key is not null;--> statement-breakpoint
CREATE INDEX "notifications_mail_idx" ON "notifications" USING btree ("mail_due_at") WHERE mail_due_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_read_idx" ON "notifications" USING btree ("read_at") WHERE read_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_pushes_key" ON "outbox_pushes" USING btree ("notification_id","subscription_id");--> statement-breakpoint
CREATE INDEX "outbox_pushes_subscription_idx" ON "outbox_pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "outbox_pushes_due_idx" ON "outbox_pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "provider_players_due_idx" ON "provider_players" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_idx" ON "push_subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_idx" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_canned_replies_slug_key" ON "support_canned_replies" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "support_conversations_user_idx" ON "support_conversations" USING btree ("user_id","moved_at");--> statement-breakpoint
CREATE INDEX "support_conversations_queue_idx" ON "support_conversations" USING btree ("state","waiting_since");--> statement-breakpoint
CREATE INDEX "support_conversations_assignee_idx" ON "support_conversations" USING btree ("assignee_id","state");--> statement-breakpoint
CREATE INDEX "support_conversations_guest_idx" ON "support_conversations" USING btree ("guest_email","created_at");--> statement-breakpoint
CREATE INDEX "support_conversations_search_idx" ON "support_conversations" USING gin ("search");--> statement-breakpoint
CREATE INDEX "support_attachments_message_idx" ON "support_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_attachments_waiting_idx" ON "support_attachments" USING btree ("uploader_id","created_at") WHERE message_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_seq_key" ON "support_messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE INDEX "support_messages_author_idx" ON "support_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "support_messages_search_idx" ON "support_messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "support_notes_conversation_idx" ON "support_notes" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_waits_open_key" ON "support_waits" USING btree ("conversation_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "support_waits_started_idx" ON "support_waits" USING btree ("started_at");
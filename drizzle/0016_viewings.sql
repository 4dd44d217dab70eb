CREATE TYPE "public"."viewing_state" AS ENUM('asked', 'allowed', 'declined', 'withdrawn', 'ended', 'lapsed');--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'viewings';--> statement-breakpoint
CREATE TABLE "viewings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" "viewing_state" DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "viewings_user_idx" ON "viewings" USING btree ("user_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "viewings_asked_idx" ON "viewings" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "viewings_open_key" ON "viewings" USING btree ("user_id","admin_id") WHERE state in ('asked', 'allowed');
CREATE TABLE "support_canned_removals" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "support_canned_replies" ADD COLUMN "edited_at" timestamp with time zone;
ALTER TABLE "notes" DROP CONSTRAINT "notes_subject_check";--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "resource_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "entry_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_site_fk" FOREIGN KEY ("workspace_id","site_id") REFERENCES "public"."customer_sites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_booking_fk" FOREIGN KEY ("workspace_id","booking_id") REFERENCES "public"."bookings"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_resource_fk" FOREIGN KEY ("workspace_id","resource_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_entry_fk" FOREIGN KEY ("workspace_id","entry_id") REFERENCES "public"."form_entries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_site_idx" ON "notes" USING btree ("workspace_id","site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_booking_idx" ON "notes" USING btree ("workspace_id","booking_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_resource_idx" ON "notes" USING btree ("workspace_id","resource_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_entry_idx" ON "notes" USING btree ("workspace_id","entry_id","created_at","id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_subject_check" CHECK (num_nonnulls("notes"."customer_id", "notes"."job_id", "notes"."task_id", "notes"."site_id", "notes"."booking_id", "notes"."resource_id", "notes"."entry_id") = 1);
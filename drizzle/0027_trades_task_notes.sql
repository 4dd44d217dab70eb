ALTER TABLE "notes" DROP CONSTRAINT "notes_subject_check";--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_task_idx" ON "notes" USING btree ("workspace_id","task_id","created_at","id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_subject_check" CHECK (num_nonnulls("notes"."customer_id", "notes"."job_id", "notes"."task_id") = 1);
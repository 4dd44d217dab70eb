CREATE INDEX "bookmarks_video_idx" ON "bookmarks" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "dismissals_video_idx" ON "dismissals" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "watch_progress_video_idx" ON "watch_progress" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "notifications_updated_idx" ON "notifications" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "outbox_mails_turn_idx" ON "outbox_mails" USING btree ((template in ('notification', 'notification_digest')),"due_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "stored_files_uid_idx" ON "stored_files" USING btree ((metadata ->> 'uid'));--> statement-breakpoint
CREATE INDEX "stored_files_owner_idx" ON "stored_files" USING btree ((metadata ->> 'userId'));--> statement-breakpoint
CREATE INDEX "stored_files_slug_idx" ON "stored_files" USING btree ("slug","created_at") WHERE state = 'uploaded';--> statement-breakpoint
CREATE INDEX "tasks_due_idx" ON "tasks" USING btree ("workspace_id",(due_on is null),"due_on","id");
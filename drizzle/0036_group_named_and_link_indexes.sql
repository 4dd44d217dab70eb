CREATE INDEX "notifications_named_idx" ON "notifications" USING btree ((values ->> 'namedId')) WHERE values ->> 'namedId' is not null;--> statement-breakpoint
CREATE INDEX "notifications_group_idx" ON "notifications" USING btree ("group_key") WHERE group_key is not null;--> statement-breakpoint
CREATE INDEX "share_links_answer_idx" ON "share_links" USING btree ("answer_id");
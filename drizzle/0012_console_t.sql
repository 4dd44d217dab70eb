CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "peer_reviews_created_idx" ON "peer_reviews" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "answers_stored_idx" ON "answers" USING btree ("stored_at") WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_paid_idx" ON "invoices" USING btree ("created_at") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "support_conversations_created_idx" ON "support_conversations" USING btree ("created_at");
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "login_failures_locked_idx" ON "login_failures" USING btree ("locked_until") WHERE locked_until is not null;--> statement-breakpoint
CREATE INDEX "users_registered_idx" ON "users" USING btree ("created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(first_name || ' ' || last_name),"id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_seen_idx" ON "users" USING btree ("last_seen_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(normalize(regexp_replace(regexp_replace(normalize(lower(first_name || ' ' || last_name || ' ' || last_name || first_name || ' ' || email || ' ' || coalesce(username, '')), NFKD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), NFC), 'đىة', 'dيه'))) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_language_idx" ON "users" USING btree ("language","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_team_idx" ON "users" USING btree ("role","created_at","id") WHERE role <> 'candidate' and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_unverified_idx" ON "users" USING btree ("created_at","id") WHERE email_verified_at is null and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_suspended_idx" ON "users" USING btree ("created_at","id") WHERE suspended_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "complimentary_periods_given_idx" ON "complimentary_periods" USING btree ("ends_at","plan") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_open_idx" ON "subscriptions" USING btree ("lookup_key","user_id") WHERE status in ('trialing', 'active', 'past_due');
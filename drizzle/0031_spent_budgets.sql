CREATE TABLE "spent_budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "spent_budgets_expire_idx" ON "spent_budgets" USING btree ("expire");
CREATE TABLE "customer_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "customer_contacts_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_contacts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customer_sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"access" text NOT NULL,
	CONSTRAINT "customer_sites_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customer_terms" (
	"workspace_id" uuid NOT NULL,
	"term" text collate "C" NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "customer_terms_workspace_id_term_customer_id_pk" PRIMARY KEY("workspace_id","term","customer_id")
);
--> statement-breakpoint
ALTER TABLE "customer_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sites" ADD CONSTRAINT "customer_sites_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sites" ADD CONSTRAINT "customer_sites_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_terms" ADD CONSTRAINT "customer_terms_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_terms" ADD CONSTRAINT "customer_terms_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_contacts_customer_idx" ON "customer_contacts" USING btree ("workspace_id","customer_id","position");--> statement-breakpoint
CREATE INDEX "customer_sites_customer_idx" ON "customer_sites" USING btree ("workspace_id","customer_id","position");--> statement-breakpoint
CREATE INDEX "customer_terms_customer_idx" ON "customer_terms" USING btree ("workspace_id","customer_id");--> statement-breakpoint
CREATE INDEX "customers_name_idx" ON "customers" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE POLICY "workspace" ON "customer_contacts" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("customer_contacts"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("customer_contacts"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "customer_sites" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("customer_sites"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("customer_sites"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "customer_terms" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("customer_terms"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("customer_terms"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "customers" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("customers"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("customers"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "customers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer_contacts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer_sites" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer_terms" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "customers", "customer_contacts", "customer_sites", "customer_terms" TO "parley_trades";

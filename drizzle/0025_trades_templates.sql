CREATE TABLE "job_template_tasks" (
	"workspace_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"standard_id" uuid NOT NULL,
	"offset_days" integer NOT NULL,
	"waits" boolean NOT NULL,
	CONSTRAINT "job_template_tasks_workspace_id_template_id_position_pk" PRIMARY KEY("workspace_id","template_id","position"),
	CONSTRAINT "job_template_tasks_offset_check" CHECK ("job_template_tasks"."offset_days" >= 0)
);
--> statement-breakpoint
ALTER TABLE "job_template_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "job_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_templates_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "job_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"wordings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_texts_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "shop_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_template_tasks" ADD CONSTRAINT "job_template_tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_template_tasks" ADD CONSTRAINT "job_template_tasks_template_fk" FOREIGN KEY ("workspace_id","template_id") REFERENCES "public"."job_templates"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_template_tasks" ADD CONSTRAINT "job_template_tasks_standard_fk" FOREIGN KEY ("workspace_id","standard_id") REFERENCES "public"."standard_tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_templates" ADD CONSTRAINT "job_templates_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_texts" ADD CONSTRAINT "shop_texts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_template_tasks_standard_idx" ON "job_template_tasks" USING btree ("workspace_id","standard_id");--> statement-breakpoint
CREATE INDEX "job_templates_name_idx" ON "job_templates" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "shop_texts_name_idx" ON "shop_texts" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE POLICY "workspace" ON "job_template_tasks" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_template_tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_template_tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_templates" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_templates"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_templates"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "shop_texts" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("shop_texts"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("shop_texts"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "job_templates" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_template_tasks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shop_texts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "job_templates", "job_template_tasks", "shop_texts" TO "parley_trades";

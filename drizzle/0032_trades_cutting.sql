CREATE TYPE "public"."cost_kind" AS ENUM('material', 'labour', 'subcontract', 'other');--> statement-breakpoint
CREATE TYPE "public"."cost_source" AS ENUM('hand', 'cut', 'stock');--> statement-breakpoint
CREATE TYPE "public"."cut_plan_state" AS ENUM('planning', 'draft', 'approved', 'cut', 'discarded');--> statement-breakpoint
CREATE TABLE "cut_plan_pieces" (
	"workspace_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	CONSTRAINT "cut_plan_pieces_workspace_id_plan_id_piece_id_pk" PRIMARY KEY("workspace_id","plan_id","piece_id")
);
--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cut_plan_slabs" (
	"workspace_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"slab_id" uuid NOT NULL,
	"held_slab_id" uuid,
	CONSTRAINT "cut_plan_slabs_workspace_id_plan_id_slab_id_pk" PRIMARY KEY("workspace_id","plan_id","slab_id"),
	CONSTRAINT "cut_plan_slabs_held_check" CHECK ("cut_plan_slabs"."held_slab_id" is null or "cut_plan_slabs"."held_slab_id" = "cut_plan_slabs"."slab_id")
);
--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cut_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"material_id" uuid NOT NULL,
	"state" "cut_plan_state" DEFAULT 'planning' NOT NULL,
	"saw" jsonb NOT NULL,
	"plan" jsonb,
	"progress" integer DEFAULT 0 NOT NULL,
	"stopping" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid NOT NULL,
	"cut_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cut_plans_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "cut_plans_number_key" UNIQUE("workspace_id","number"),
	CONSTRAINT "cut_plans_planned_check" CHECK ("cut_plans"."plan" is not null or "cut_plans"."state" in ('planning', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "cut_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "job_costs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" "cost_kind" NOT NULL,
	"source" "cost_source" NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"quantity" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"plan_id" uuid,
	"slab_id" uuid,
	"actor_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_costs_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "job_costs_source_check" CHECK (("job_costs"."kind" = 'material') = ("job_costs"."source" <> 'hand'))
);
--> statement-breakpoint
ALTER TABLE "job_costs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_piece_fk" FOREIGN KEY ("workspace_id","piece_id") REFERENCES "public"."job_pieces"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cut_plan_pieces_piece_idx" ON "cut_plan_pieces" USING btree ("workspace_id","piece_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cut_plan_slabs_held_key" ON "cut_plan_slabs" USING btree ("workspace_id","held_slab_id");--> statement-breakpoint
CREATE INDEX "cut_plan_slabs_slab_idx" ON "cut_plan_slabs" USING btree ("workspace_id","slab_id");--> statement-breakpoint
CREATE INDEX "cut_plans_created_idx" ON "cut_plans" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_costs_job_idx" ON "job_costs" USING btree ("workspace_id","job_id","day","id");--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plan_pieces" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plan_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plan_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plan_slabs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plan_slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plan_slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plans" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plans"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plans"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_costs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_costs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_costs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "cut_plan_pieces" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cut_plans" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_costs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "cut_plan_pieces", "cut_plan_slabs", "cut_plans", "job_costs" TO "parley_trades";

CREATE TYPE "public"."slab_state" AS ENUM('ordered', 'available', 'reserved', 'cutting', 'consumed', 'quarantined', 'scrapped');--> statement-breakpoint
CREATE TYPE "public"."reservation_state" AS ENUM('open', 'issued', 'released');--> statement-breakpoint
CREATE TYPE "public"."stock_move" AS ENUM('receipt', 'issue', 'return', 'count', 'loss', 'reserve', 'release');--> statement-breakpoint
CREATE TYPE "public"."stock_unit" AS ENUM('piece', 'm', 'm2', 'kg', 'litre', 'box', 'hour');--> statement-breakpoint
CREATE TABLE "slabs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"material_id" uuid NOT NULL,
	"state" "slab_state" NOT NULL,
	"length" integer NOT NULL,
	"width" integer NOT NULL,
	"thickness" integer NOT NULL,
	"cost" bigint NOT NULL,
	"parent_id" uuid,
	"remnant" boolean DEFAULT false NOT NULL,
	"bin" text DEFAULT '' NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"batch" text DEFAULT '' NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slabs_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "slabs_size_check" CHECK ("slabs"."length" > 0 and "slabs"."width" > 0 and "slabs"."thickness" > 0 and "slabs"."cost" >= 0),
	CONSTRAINT "slabs_remnant_check" CHECK ("slabs"."remnant" = ("slabs"."parent_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "slabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"unit" "stock_unit" NOT NULL,
	"bin" text DEFAULT '' NOT NULL,
	"on_hand" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"reorder_at" bigint DEFAULT 0 NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_items_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "stock_items_reserved_check" CHECK ("stock_items"."reserved" >= 0 and "stock_items"."reserved" <= "stock_items"."on_hand"),
	CONSTRAINT "stock_items_value_check" CHECK ("stock_items"."value" >= 0 and ("stock_items"."on_hand" > 0 or "stock_items"."value" = 0))
);
--> statement-breakpoint
ALTER TABLE "stock_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"move" "stock_move" NOT NULL,
	"quantity" bigint NOT NULL,
	"value" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"job_id" uuid,
	"reservation_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "stock_moves_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "stock_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"job_id" uuid,
	"quantity" bigint NOT NULL,
	"state" "reservation_state" DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_reservations_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "stock_reservations_quantity_check" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_reservations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_files" DROP CONSTRAINT "workspace_files_subject_check";--> statement-breakpoint
DROP INDEX "workspace_files_waiting_idx";--> statement-breakpoint
ALTER TABLE "workspace_files" ADD COLUMN "slab_id" uuid;--> statement-breakpoint
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_parent_fk" FOREIGN KEY ("workspace_id","parent_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_item_fk" FOREIGN KEY ("workspace_id","item_id") REFERENCES "public"."stock_items"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_reservation_fk" FOREIGN KEY ("workspace_id","reservation_id") REFERENCES "public"."stock_reservations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_item_fk" FOREIGN KEY ("workspace_id","item_id") REFERENCES "public"."stock_items"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "slabs_serial_key" ON "slabs" USING btree ("workspace_id",lower(serial));--> statement-breakpoint
CREATE INDEX "slabs_material_idx" ON "slabs" USING btree ("workspace_id","material_id","state");--> statement-breakpoint
CREATE INDEX "slabs_parent_idx" ON "slabs" USING btree ("workspace_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_items_code_key" ON "stock_items" USING btree ("workspace_id",lower(code));--> statement-breakpoint
CREATE INDEX "stock_items_name_idx" ON "stock_items" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "stock_moves_item_idx" ON "stock_moves" USING btree ("workspace_id","item_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_moves_job_idx" ON "stock_moves" USING btree ("workspace_id","job_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_reservations_item_idx" ON "stock_reservations" USING btree ("workspace_id","item_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "stock_reservations_job_idx" ON "stock_reservations" USING btree ("workspace_id","job_id");--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_files_slab_idx" ON "workspace_files" USING btree ("workspace_id","slab_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workspace_files_waiting_idx" ON "workspace_files" USING btree ("workspace_id","created_at") WHERE customer_id is null and job_id is null and note_id is null and entry_id is null and slab_id is null;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_subject_check" CHECK (num_nonnulls("workspace_files"."customer_id", "workspace_files"."job_id", "workspace_files"."note_id", "workspace_files"."entry_id", "workspace_files"."slab_id") <= 1);--> statement-breakpoint
CREATE POLICY "workspace" ON "slabs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_items" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_moves" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_reservations" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_reservations"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_reservations"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "slabs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_reservations" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "slabs", "stock_items", "stock_reservations" TO "parley_trades";--> statement-breakpoint
-- What was written down stays.
GRANT SELECT, INSERT ON "stock_moves" TO "parley_trades";

CREATE TABLE "learning_removals" (
	"id" uuid PRIMARY KEY NOT NULL
);

"use client";

import type { DBSchema } from "idb";
import { deviceDatabase } from "@/ui/device-store";
import type { Begun } from "./begun-store";
import type { KeptPhoto } from "./photo-store";

interface Schema extends DBSchema {
  photos: { key: string; value: KeptPhoto; indexes: { entry: [string, string] } };
  begun: { key: string; value: Begun; indexes: { user: string } };
}

/** What of forms is on this device and not with the server yet. */
export const formDatabase = deviceDatabase<Schema>("parley-forms", 2, (db) => {
  // A device that had the first version keeps the photos in it.
  if (!db.objectStoreNames.contains("photos"))
    db.createObjectStore("photos", { keyPath: "uid" }).createIndex("entry", ["userId", "entryUid"]);
  db.createObjectStore("begun", { keyPath: "uid" }).createIndex("user", "userId");
});

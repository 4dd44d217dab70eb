import { row, type Table, TOP } from "./table";

export const adminTable: Table = {
  "admin.mails": row(TOP, () => ({})),
};

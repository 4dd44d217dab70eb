/** Names as people give them, and as they are written whole: one rule in the browser and in the database. */
export const NAMES = [
  { firstName: "Lan", lastName: "Nguyễn", whole: "Lan Nguyễn", initials: "LN" },
  { firstName: "amal", lastName: "osman", whole: "amal osman", initials: "AO" },
  { firstName: "小明", lastName: "王", whole: "王小明", initials: "王小" },
  { firstName: "𠀋", lastName: "𠮷田", whole: "𠮷田𠀋", initials: "𠮷𠀋" },
  { firstName: "たろう", lastName: "山田", whole: "山田たろう", initials: "山た" },
  { firstName: "민준", lastName: "김", whole: "김민준", initials: "김민" },
  { firstName: "David", lastName: "王", whole: "David 王", initials: "D王" },
  { firstName: "小明", lastName: "", whole: "小明", initials: "小" },
  { firstName: "Amal", lastName: "", whole: "Amal", initials: "A" },
  { firstName: "", lastName: "", whole: "", initials: "" },
] as const;

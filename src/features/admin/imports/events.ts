/** What is told of a file on its way in, to whoever sent it: that it is no longer as it was. */
export const importNews = (importId: string): string => `bank-import ${importId}`;

/** @returns the file's id; null for what is none of ours */
export const readImportNews = (message: string): string | null => {
  const [area, importId = ""] = message.split(" ");
  return area === "bank-import" ? importId : null;
};

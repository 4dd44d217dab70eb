/** What documents are of, and notes are about. */
export type SubjectPlace =
  | { customerUid: string; jobUid?: never; slabUid?: never }
  | { jobUid: string; customerUid?: never; slabUid?: never };
/** What notes are about: exactly one of them. */
export type NotePlace =
  | SubjectPlace
  | { taskUid: string }
  | { siteUid: string }
  | { bookingUid: string }
  | { resourceUid: string }
  | { entryUid: string };
/** What files are of. */
export type FilePlace = SubjectPlace | { slabUid: string; customerUid?: never; jobUid?: never };

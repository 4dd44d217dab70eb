import { DEFAULT_ANSWER_MINUTES, DEFAULT_READING_MINUTES } from "./constants";

/**
 * The six client state slices of the specification (points 3 and 4). They are kept in local storage under one key and go
 * back to these values at logout.
 */
export interface ClientState {
  auth: {
    /** The access token; kept under its own key in local storage, so this copy is not persisted. */
    user: { data: string | null };
    /** What was typed into the registration form, without the password. */
    register: { email: string; firstName: string; lastName: string };
  };
  record: {
    /** Audio only; false records video too. */
    audioRecord: boolean;
    /** Minutes. */
    readingTime: number;
    timeToAnswer: number;
  };
  shared: { selectedCategoryId: string | null };
  /** Own key points by question, shown as a prompter while answering. */
  promptMe: Record<string, string>;
  peerReview: { question_id: string | null };
  communityHub: {
    profession: string | null;
    topic: string | null;
    replyFromId: string | null;
    chatRoom: { professionId: string | null };
  };
}

export const INITIAL_STATE: ClientState = {
  auth: { user: { data: null }, register: { email: "", firstName: "", lastName: "" } },
  record: { audioRecord: true, readingTime: DEFAULT_READING_MINUTES, timeToAnswer: DEFAULT_ANSWER_MINUTES },
  shared: { selectedCategoryId: null },
  promptMe: {},
  peerReview: { question_id: null },
  communityHub: { profession: null, topic: null, replyFromId: null, chatRoom: { professionId: null } },
};

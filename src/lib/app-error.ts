/**
 * The one error class that the domain throws. `code` is stable and part of the API; the text that a person reads is
 * `messages/*.json` → `errors.<code>`, filled with `values`, so that each error exists in every language.
 */
export const ERROR_STATUS = {
  badRequest: 400,
  invalidInput: 400,
  malformedJson: 400,
  wrongContentType: 415,
  bodyTooLarge: 413,
  headersTooLarge: 431,
  requestTimeout: 408,
  unauthorized: 401,
  tokenExpired: 401,
  sessionEnded: 401,
  wrongCredentials: 401,
  secondFactorRequired: 401,
  wrongCode: 401,
  accountLocked: 429,
  accountSuspended: 403,
  reauthenticationRequired: 403,
  linkInvalid: 400,
  linkNeedsLogin: 403,
  emailUnconfirmed: 403,
  secondFactorMissing: 403,
  providerEmailMissing: 422,
  proofMissing: 401,
  providerUnavailable: 404,
  identityUnknown: 404,
  identityTaken: 409,
  linkAfterLogin: 409,
  lastWayIn: 409,
  lastSuperAdmin: 409,
  passkeyFailed: 400,
  pictureUnreadable: 422,
  forbidden: 403,
  notFound: 404,
  unknownPath: 404,
  methodNotAllowed: 405,
  conflict: 409,
  emailTaken: 409,
  usernameTaken: 409,
  wrongState: 409,
  rateBeforeSharing: 409,
  simulationRunning: 409,
  tooFewQuestions: 422,
  recordingMismatch: 409,
  recordingRefused: 415,
  videoNeedsFile: 409,
  videoNeedsCaptions: 409,
  documentNeedsFile: 409,
  idempotencyMismatch: 422,
  idempotencyBusy: 409,
  savedBefore: 409,
  paymentsOff: 503,
  paymentsUnavailable: 503,
  cardDeclined: 402,
  cardNeedsConfirmation: 402,
  webhookRefused: 400,
  alreadySubscribed: 409,
  noSubscription: 404,
  samePlan: 409,
  previewOutdated: 409,
  takesPerWeekReached: 403,
  storageFull: 403,
  uploadsUnfinished: 409,
  refundTooLarge: 409,
  chargeDisputed: 409,
  conversationClosed: 409,
  conversationTaken: 409,
  attachmentGone: 409,
  attachmentRefused: 415,
  attachmentsFull: 409,
  snoozeTime: 400,
  tooManyPinned: 409,
  tooManyProposals: 429,
  proposedBefore: 409,
  suspendedLonger: 409,
  roomArchived: 409,
  topicLocked: 409,
  topicArchived: 409,
  writingSuspended: 403,
  writingTooFast: 429,
  duplicateMessage: 409,
  textTangled: 422,
  tooManyImages: 422,
  newcomerLinks: 422,
  newcomerImages: 422,
  newcomerMentions: 422,
  newcomerMessages: 429,
  newcomerTopics: 429,
  imageRefused: 415,
  imagesFull: 409,
  recordingUnreviewable: 422,
  reviewsOwed: 409,
  reviewsGivenUp: 429,
  turnsPerDayReached: 429,
  leaseEnded: 409,
  careMissing: 422,
  pushServiceUnknown: 422,
  tooManyRequests: 429,
  quotaExceeded: 413,
  registrationClosed: 403,
  areaClosed: 403,
  ownerStays: 409,
  alreadyMember: 409,
  workspaceFull: 409,
  tooManyWorkspaces: 409,
  mergeTooLarge: 409,
  customerHasJobs: 409,
  customerHasQuotes: 409,
  answerUsed: 409,
  revisionTaken: 409,
  siteHasJobs: 409,
  siteHasQuotes: 409,
  siteHasNotes: 409,
  taskWaits: 409,
  checksOpen: 409,
  taskCircle: 409,
  formMissing: 409,
  formUnready: 409,
  slotTaken: 409,
  notWorking: 409,
  resourceRetired: 409,
  tooManyResources: 409,
  tooManyMaterials: 409,
  materialBanned: 409,
  stockShort: 409,
  stockSetAside: 409,
  workspaceStorageFull: 409,
  fileRefused: 415,
  malwareFound: 422,
  tooLargeToCheck: 413,
  pricesOverlap: 409,
  quoteClosed: 409,
  invoiceOutdated: 409,
  acceptedSince: 409,
  discountTooLarge: 409,
  planOutdated: 409,
  slabTaken: 409,
  piecePlanned: 409,
  plansWaiting: 409,
  maintenance: 503,
  viewOnly: 403,
  viewingDeclined: 409,
  internal: 500,
  unavailable: 503,
  filesFull: 503,
  notCheckedYet: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorIssue {
  /** Where in the input, e.g. ["rate_your_self", "clarity"]. */
  path: PropertyKey[];
  /** A key below `validation` in the catalogues. */
  key: string;
  values?: Record<string, string | number>;
}

/** When to come back where a refusal goes by (429, 503) and nobody knows when, in seconds. */
const RETRY_SECONDS = 60;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: Record<string, string | number>;
  readonly issues: ErrorIssue[] | undefined;
  /** Seconds; each 429 and 503 has some. */
  readonly retryAfter: number | undefined;
  /** The methods that there are, for 405. */
  readonly allow: string | undefined;
  /** What stands there now, as whoever asked may see it: for a change of what somebody else has changed meanwhile. */
  readonly current: unknown;

  constructor(
    code: ErrorCode,
    options: {
      values?: Record<string, string | number>;
      issues?: ErrorIssue[];
      retryAfter?: number;
      allow?: string;
      current?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.values = options.values ?? {};
    this.issues = options.issues;
    this.retryAfter = options.retryAfter ?? (this.status === 429 || this.status === 503 ? RETRY_SECONDS : undefined);
    this.allow = options.allow;
    this.current = options.current;
  }
}

/** What is wrong with one field of what was sent. @param path to it  @param key below `validation` in the catalogues */
export const refusedAt = (path: PropertyKey[], key: string, values?: ErrorIssue["values"]): AppError =>
  new AppError("invalidInput", { issues: [{ path, key, ...(values ? { values } : {}) }] });

/**
 * Optimistic locking: the row, still at the version that whoever changes it saw.
 * @param row locked by the caller
 * @param show how they may see it as it is now; asked only where it has been changed since
 * @throws AppError notFound | conflict with what `show` gives
 */
export async function expectVersion<Row extends { version: number }>(
  row: Row | undefined,
  version: number | undefined,
  show: (row: Row) => unknown,
): Promise<Row> {
  const current = found(row);
  if (current.version !== version) throw new AppError("conflict", { current: await show(current) });
  return current;
}

/** The row, or the error that hides whether a stranger's row exists. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new AppError("notFound");
  return row;
}

/** The constants of specification section 9, and limits that we added. Times are in milliseconds. */
export const constants = {
  postMortemPageSize: 20,
  searchPageSize: 20,
  sitesPageSize: 12,
  siteCallPageSize: 10,
  photosPageSize: 10,
  customersPageSize: 100,
  tagColorsPageSize: 100,
  maxPageSize: 9999,
  toastHide: 4000,
  toastHideFailedVerification: 5000,
  retries: { GET: 3, POST: 1, PUT: 2 },
  retryDelay: 1000,
  /** A request without a response for this long is on a dead connection, which a phone may report only after a quarter of an hour. */
  requestTimeout: 120_000,
  /**
   * Outbox: how long a form or a sign-out waits for a response, the timeout per request, to which the time for its body on
   * a slow connection is added (bytes per millisecond, 32 kbit/s), and the pauses between retries.
   */
  outbox: {
    responseTimeout: 5000,
    requestTimeout: 15_000,
    slowestUpload: 4,
    firstPause: 2000,
    longestPause: 60_000,
  },
  refreshQueueDelay: 200,
  refreshThrottle: 10_000,
  refreshTimeout: 15_000,
  /**
   * The device's clock: by how much it may differ from the server's without being corrected, more than any network delay,
   * and the longest wait for a response whose time still counts.
   */
  clock: { tolerance: 120_000, longestWait: 10_000 },
  scannerRetries: 5,
  scannerAttemptTimeout: 15_000,
  scannerSilence: 150,
  scannerNameMax: 248,
  zoom: { min: 1, max: 3, buttonStep: 0.1, clickStep: 0.5, panLimit: 100 },
  pullToRefresh: { distance: 800, wrapperDistance: 500, reloadAfter: 1000 },
  /** First day that the database supports. */
  filterDateMin: '0001-01-01',
  filterDateMax: '2100-12-31',
  selectionGrid: { perPage: 9, pageRange: 2 },
  /** Maximum number of animals that are created together with their ticket. */
  maxAnimalsPerRequest: 200,
  /** Maximum danger signs of an animal. */
  dangerSignsMax: 20,
  /** Treatments of an animal: how many, and maximum lengths of their texts. */
  treatmentsGiven: { max: 30, nameMax: 120, noteMax: 500 },
  /** Maximum length of the reason of an amendment. */
  amendmentReasonMax: 500,
  /** Examination of an animal: how many lesions, and maximum lengths of the texts. */
  examination: { lesionsMax: 20, textMax: 4000, noteMax: 2000 },
  comment: { textMax: 4000, deletableFor: 15 * 60_000, pageSize: 200 },
  sample: { filesMax: 20, nameMax: 120, resultMax: 2000, noteMax: 500, copiesMax: 20 },
  reportNameMax: 500,
  customerAndSiteTextMax: 120,
  /** Maximum lengths of the fields that describe the location of a site. */
  site: { addressMax: 300, phoneMax: 40, directionsMax: 1000 },
  absenceNoteMax: 200,
  /**
   * Lots and head counts: maximum lengths of texts, of head, and of an average weight in kilograms; by what factor a head
   * count may differ from the last one without a question (a digit too many or too few is a factor of ten).
   */
  herd: { textMax: 120, sexMax: 40, headMax: 10_000_000, weightMax: 2000, headFactorMax: 2 },
  /** Alert rules and notes: maximum lengths, the range of thresholds, and the longest window in days. */
  alerts: {
    nameMax: 120,
    systemMax: 60,
    noteMax: 1000,
    thresholdMin: 0.01,
    thresholdMax: 1_000_000,
    thresholdOfUnusual: 3,
    daysMax: 90,
    daysDefault: 7,
    rulesPerUser: 200,
  },
  /**
   * Presence in an examination: how often an open screen reports itself, the minimum interval between database writes,
   * and the time after which a silent screen counts as closed.
   */
  presence: { everySeconds: 25, writtenAfterSeconds: 20, expiresAfterSeconds: 60 },
  /** Saved animal reports: the most choices of one filter, and how many one user may have. */
  savedReports: { choicesMax: 500, perUser: 500 },
  /** Summaries by e-mail: maximum length of a name and of the list of recipients, and how many one user may have. */
  scheduledReports: { nameMax: 120, recipientsMax: 50, perUser: 100 },
  /** Reports with at least this many photos show their progress while they are rendered. */
  report: { progressFrom: 60 },
  /** Teaching cases: maximum lengths, and how many photos one shows. */
  teachingCase: { titleMax: 120, textMax: 4000, photosMax: 12 },
  /** Length of a visit in minutes. */
  visitMinutes: { min: 5, max: 720, default: 60 },
  /** Maximum lengths of library entries and trainings. */
  lists: { nameMax: 120, codeMax: 20, systemMax: 60, hintMax: 200, adviceMax: 500, textMax: 2000 },
  training: { titleMax: 120, descriptionMax: 500, textMax: 20_000, sectionsMax: 50 },
  provider: {
    nameMax: 120,
    phoneMax: 40,
    emailMax: 254,
    urlMax: 300,
    addressMax: 300,
    /** Authorities to call: how many, and maximum length of a note. */
    authoritiesMax: 10,
    noteMax: 300,
    timeZone: 'America/Edmonton',
    /** Speed at which routes are planned, in km/h. */
    travelSpeed: { min: 5, max: 130, default: 60 },
    /**
     * Number of days for which a device shows stored data without reaching the server. At most the lifetime of a
     * session.
     */
    offlineDays: { min: 1, max: 30, default: 7 },
    /** The upload has limits, and the logo is scaled to fit into `width` by `height` pixels. */
    logo: { maxBytes: 2 * 1024 * 1024, maxPixels: 16_000_000, width: 800, height: 400 },
  },
  photo: {
    maxBytes: 20 * 1024 * 1024,
    maxFiles: 20,
    maxPixels: 50_000_000,
    accept: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
    /** Uploads in parts: bytes of each but the last. */
    partBytes: 512 * 1024,
    captionMax: 200,
    skippedReasonMax: 200,
    missingReasonMax: 500,
    markup: { maxShapes: 50, textMax: 60 },
  },
  imports: {
    maxBytes: 10 * 1024 * 1024,
    maxRows: 20_000,
    /** Ticket imports are larger: a practice may import years of history. */
    tickets: { maxBytes: 100 * 1024 * 1024, maxRows: 200_000 },
    shownRows: 100,
    shownProblems: 200,
    /** Maximum number of imports that run at once, and of each kind that wait, per process. */
    maxConcurrentLists: 2,
    maxConcurrentPostMortems: 1,
    maxWaiting: 30,
    retryAfter: 30,
  },
  clientError: { messageMax: 500, stackMax: 4000, pathMax: 300, bodyMax: 16 * 1024 },
  secondFactor: {
    stepLife: 10 * 60_000,
    triesPerStep: 5,
    /** Wrong attempts per account, counted over all steps and all sources together. */
    triesPerAccount: { count: 10, window: 15 * 60_000 },
    recoveryCodes: { count: 10, groups: 4, groupLength: 6 },
    passkeys: { max: 20, nameMax: 60 },
  },
  bulkUsersMax: 500,
} as const

/** Only the server uses these. */
export const serverConstants = {
  /** Calendar feeds: how far back they reach, and how long they list cancelled visits. */
  calendarFeed: { pastDays: 90, cancelledDays: 30, refreshSeconds: 900 },
  /** The planner: days and tickets without a date in one response, and the time at which a day of visits begins. */
  planner: { daysMax: 42, unscheduledMax: 1000, dayBegins: '08:00' },
  /** Exports are streamed in chunks. Each export holds a database connection, so few run at once. */
  exports: { chunk: 500, maxConcurrent: 6, maxPerUser: 2, retryAfter: 30, silence: 120_000 },
  /**
   * Maximum number of characters in a cell and in a row of an import. `max` also limits texts of one line that an index
   * holds, however they arrive.
   */
  cell: { max: 500, textMax: 20_000, rowMax: 1_000_000 },
  /** Bodies of requests without a session: bytes, and the milliseconds in which they have to arrive. */
  anonymousBody: { max: 32 * 1024, timeout: 30_000 },
  idempotencyKey: { maxLength: 255, life: 24 * 3_600_000 },
  /** Maximum number of fields in a form, which suffices for all fields of the most animals that a request may have. */
  maxFormFields: 6000,
} as const

/** Lifetimes of tokens and codes. */
export const lifetimes = {
  accessTokenLife: 15 * 60_000,
  /** Also the longest time since the sign-in for which a device shows stored data; `provider.offlineDays` is shorter. */
  refreshTokenLife: 30 * 24 * 3_600_000,
  refreshTokenIdle: 7 * 24 * 3_600_000,
  refreshReuseGrace: 30_000,
  resetCode: { length: 8, life: 15 * 60_000, attempts: 5 },
  invitationLife: 7 * 24 * 3_600_000,
  /** Period in which security settings may be changed after the user entered the password. */
  recentSignIn: 15 * 60_000,
} as const

/** Rate limits. Beyond them the response is 429. Only the server uses them. */
export const limits = {
  failedSignIns: { count: 10, window: 15 * 60_000 },
  failedSignInsPerSource: { count: 100, window: 15 * 60_000 },
  /** Counted over all sources. Beyond `count`, each failure doubles the waiting time. */
  failedSignInsPerAccount: {
    count: 100,
    window: 3_600_000,
    firstPause: 60_000,
    longestPause: 15 * 60_000,
    sourcesCounted: 1000,
  },
  /** Wrong passwords at a confirmation. Beyond `count`, the session ends. */
  wrongPasswords: { count: 5, window: 24 * 3_600_000 },
  resetRequests: { count: 60, window: 15 * 60_000 },
  /** Beyond this limit the response stays the same, but no e-mail is sent. */
  resetRequestsPerAddress: { count: 10, window: 3_600_000 },
  resetsByAdmin: { count: 60, window: 3_600_000 },
  triedCodes: { count: 60, window: 15 * 60_000 },
  failedRefreshes: { count: 100, window: 15 * 60_000 },
  invitations: { count: 200, window: 3_600_000 },
  uploads: { count: 1000, window: 15 * 60_000 },
  /** Unfinished uploads stay for two days, in which so many parts of an account are 20 GiB. */
  uploadParts: { count: 20_000, window: 24 * 3_600_000 },
  reports: { count: 1000, window: 15 * 60_000 },
  /** Reports verified from one address. */
  verification: { count: 30, window: 60_000 },
  exports: { count: 120, window: 15 * 60_000 },
  imports: { count: 120, window: 15 * 60_000 },
  testEmails: { count: 20, window: 3_600_000 },
  clientErrors: { count: 20, window: 15 * 60_000 },
} as const

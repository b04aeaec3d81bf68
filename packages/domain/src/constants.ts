/** Numbers of specification section 9 and of the limits we chose beside it. Times are in milliseconds. */
export const constants = {
  postMortemPageSize: 20,
  searchPageSize: 20,
  sitesPageSize: 12,
  siteCallPageSize: 10,
  photosPageSize: 10,
  maxPhotosPerPage: 500,
  customersPageSize: 100,
  tagColorsPageSize: 100,
  maxPageSize: 9999,
  toastHide: 4000,
  toastHideFailedVerification: 5000,
  retries: { GET: 3, POST: 1, PUT: 2 },
  retryDelay: 1000,
  /** Changes on their way to the server: how long a form waits for its answer, and a try; the pauses between tries. */
  outbox: { responseTimeout: 5000, requestTimeout: 15_000, firstPause: 2000, longestPause: 60_000 },
  refreshQueueDelay: 200,
  refreshThrottle: 10_000,
  scannerRetries: 5,
  scannerAttemptTimeout: 15_000,
  scannerSilence: 150,
  /** Characters: as long as Bluetooth lets a device call itself. */
  scannerNameMax: 248,
  zoom: { min: 1, max: 3, buttonStep: 0.1, clickStep: 0.5, panLimit: 100 },
  pullToRefresh: { distance: 800, wrapperDistance: 500, reloadAfter: 1000 },
  dashboardBottomPadding: 100,
  /** The first day the database knows. */
  filterDateMin: '0001-01-01',
  filterDateMax: '2100-12-31',
  selectionGrid: { perPage: 9, pageRange: 2 },
  /** Animals that one request may create together with their ticket. */
  maxAnimalsPerRequest: 200,
  reportNameMax: 120,
  /** Of customers and sites, and of what else a site says of itself. */
  siteNameMax: 120,
  /** How long the texts that Admins keep may be, in characters; a training has so many sections. */
  lists: { nameMax: 120, codeMax: 20, systemMax: 60 },
  training: { titleMax: 120, descriptionMax: 500, textMax: 20_000, sectionsMax: 50 },
  provider: {
    nameMax: 120,
    phoneMax: 40,
    emailMax: 254,
    urlMax: 300,
    addressMax: 300,
    timeZone: 'America/Edmonton',
    /** A logo: bytes of the file as it is sent, its pixels, and the frame in pixels it is fitted into. */
    logo: { maxBytes: 2 * 1024 * 1024, maxPixels: 16_000_000, width: 800, height: 400 },
  },
  photo: { maxBytes: 20 * 1024 * 1024, maxFiles: 20, maxPixels: 50_000_000, accept: ['.jpg', '.jpeg', '.png'] },
  /** Rows are read and written so many at a time; each export holds a connection, so only so many run at once. */
  exports: { chunk: 500, maxConcurrent: 6, maxPerUser: 2, retryAfter: 30, silence: 120_000 },
  imports: {
    maxBytes: 10 * 1024 * 1024,
    maxRows: 20_000,
    /** Of a file of tickets: a practice that moves over brings the years of its old system. */
    tickets: { maxBytes: 100 * 1024 * 1024, maxRows: 200_000 },
    shownRows: 100,
    shownProblems: 200,
    /** Imports of one kind that run at once in a process, and how many more may wait their turn. */
    maxConcurrentLists: 2,
    maxConcurrentPostMortems: 1,
    maxWaiting: 30,
    retryAfter: 30,
  },
  /** Characters of a cell of an import, unless its column says more. */
  cell: { max: 500, textMax: 20_000, rowMax: 1_000_000 },
  /** A report of an error of the web app: characters of its parts, and bytes of the whole. */
  clientError: { messageMax: 500, stackMax: 4000, pathMax: 300, bodyMax: 16 * 1024 },
  secondFactor: {
    stepLife: 10 * 60_000,
    triesPerStep: 5,
    /** Wrong tries of an account, whatever the step and the source. */
    triesPerAccount: { count: 10, window: 15 * 60_000 },
    recoveryCodes: { count: 10, groups: 4, groupLength: 6 },
    passkeys: { max: 20, nameMax: 60 },
  },
  /** People that one thing is done for at once. */
  bulkUsersMax: 500,
  idempotencyKey: { maxLength: 255, life: 24 * 3_600_000 },
} as const

/** How long sign-ins and what opens them are good for. The server alone needs it, and browsers load none of it. */
export const lifetimes = {
  accessTokenLife: 15 * 60_000,
  refreshTokenLife: 30 * 24 * 3_600_000,
  refreshTokenIdle: 7 * 24 * 3_600_000,
  refreshReuseGrace: 30_000,
  resetCode: { length: 8, life: 15 * 60_000, attempts: 5 },
  invitationLife: 7 * 24 * 3_600_000,
  /** How long a sign-in, or a password given again, allows changing how one signs in. */
  recentSignIn: 15 * 60_000,
} as const

/** How often something may be tried within a window; beyond it the answer is 429. Of the server alone, too. */
export const limits = {
  failedSignIns: { count: 10, window: 15 * 60_000 },
  failedSignInsPerSource: { count: 100, window: 15 * 60_000 },
  /** From all sources together. Beyond it tries have to wait, twice as long after each; so many sources are told apart. */
  failedSignInsPerAccount: {
    count: 100,
    window: 3_600_000,
    firstPause: 60_000,
    longestPause: 15 * 60_000,
    sourcesCounted: 1000,
  },
  /** Of one sign-in that has to give its password again; beyond it the sign-in ends. */
  wrongPasswords: { count: 5, window: 24 * 3_600_000 },
  resetRequests: { count: 60, window: 15 * 60_000 },
  /** Beyond it the answer stays the same and no mail is sent: more would only fill somebody's mailbox. */
  resetRequestsPerAddress: { count: 10, window: 3_600_000 },
  /** Codes an Admin sends to others. */
  resetsByAdmin: { count: 60, window: 3_600_000 },
  failedCodes: { count: 60, window: 15 * 60_000 },
  failedRefreshes: { count: 100, window: 15 * 60_000 },
  invitations: { count: 200, window: 3_600_000 },
  uploads: { count: 1000, window: 15 * 60_000 },
  reports: { count: 1000, window: 15 * 60_000 },
  exports: { count: 120, window: 15 * 60_000 },
  imports: { count: 120, window: 15 * 60_000 },
  testEmails: { count: 20, window: 3_600_000 },
  clientErrors: { count: 20, window: 15 * 60_000 },
} as const

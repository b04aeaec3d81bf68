/**
 * Problem types with their meanings. `about:blank` adds nothing to the status (RFC 9457, decisions.md section 10).
 * Programs decide by status and type, never by message.
 */
const meanings = {
  'recent-sign-in-required': '403: give the password again (POST /auth/confirm-password), then repeat the request.',
  'second-factor-required': '403: this person has to set up a second factor before anything else.',
  'search-too-short': '400: search for more characters; the field is in errors.',
  'search-too-broad':
    '400: also filter by ticket, tag, RFID or lot; the field that alone reads too many animals is in errors.',
  'still-running': '409: the first request with this Idempotency-Key is still being worked on; ask again later.',
  'id-in-use': '409: the id names something else already.',
  'already-sent': '409: the post mortem was sent before.',
  'danger-not-acknowledged': '409: an animal has a danger sign; show its advice, and send danger_acknowledged=1.',
  'already-completed': '409: the post mortem was completed before.',
  'ticket-is-full': '409: the post mortem takes no more photos.',
  'key-reused': '422: the Idempotency-Key was used with another body.',
} as const

export type ProblemCode = keyof typeof meanings
export type ProblemType = 'about:blank' | `urn:chisholm:${ProblemCode}`

/** The `type` of a problem response (RFC 9457): a URN, which clients compare and nobody opens. */
export const problemType = <Code extends ProblemCode>(code: Code) => `urn:chisholm:${code}` as const

// Not by keysOf: the entry of the web app imports this file, and nothing of other chunks.
// cast: Object.keys loses the key type
const codes = () => Object.keys(meanings) as ProblemCode[]

/** Every type of problem. */
// Functions, so that the app, which never lists them, is built without the meanings.
export const listProblemTypes = (): ProblemType[] => ['about:blank', ...codes().map(problemType)]

/** The meaning of each type as one text, for the OpenAPI document. */
export const describeProblemTypes = () =>
  codes()
    .map((code) => `${problemType(code)} (${meanings[code]})`)
    .join(' ')

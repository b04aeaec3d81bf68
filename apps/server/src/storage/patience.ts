import { setTimeout as sleep } from 'node:timers/promises'

/** How often a request is made, and the pauses between: 0.2, 0.6 and 1.8 seconds, give or take a half. */
const most = 4
const pause = (made: number) => 200 * 3 ** (made - 1) * (0.5 + Math.random())

/** What a failed request tells of itself. */
interface Told {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

/** Refusals that another try may change; a failure without an answer is one of the network. */
const passing = new Set([408, 429, 500, 502, 503, 504])
/** Bytes that were changed on their way. */
const changed = new Set(['XAmzContentSHA256Mismatch', 'BadDigest'])
/** Nothing was asked, for there are no keys to sign with. */
const lasting = new Set(['CredentialsProviderError'])

/** Makes a request, and makes it again when it failed for a reason that may pass. */
export async function patiently<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let made = 1; ; made++) {
    try {
      return await request()
    } catch (thrown) {
      if (made === most || !mayPass(thrown)) throw thrown
      await sleep(pause(made))
    }
  }
}

function mayPass(thrown: unknown): boolean {
  const { name = '', $metadata } = thrown as Told
  const status = $metadata?.httpStatusCode
  return status === undefined ? !lasting.has(name) : passing.has(status) || changed.has(name)
}

/**
 * Measures the first request after a pause of fifteen seconds, like those of a single phone, compared with requests that
 * follow each other: `node bench/after-pause.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchEnvironment, startBenchEnvironment } from './environment.ts'
import { sendCall } from './load.ts'
import { median } from './measure.ts'
import { idOf, sizes } from './seed.ts'

const pause = 15_000
const rounds = 5
/** After this many requests both server and database have prepared everything. */
const warmUp = 50
const vet = 0

const paths = {
  'inbox page':
    '/api/v1/post-mortems?view=card&include=visit&per_page=20&sort=-created_at&filter[veterinary_records.draft]=false',
  'ticket with its photos': `/api/v1/post-mortems/${idOf('ticket', sizes.small.tickets / 2)}?include=medias`,
}

/** The duration of one request in milliseconds. */
async function timeOf({ server, tokenOf }: BenchEnvironment, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(vet)}` }
  const begin = performance.now()
  await sendCall(server.origin, { method: 'GET', path: encodeURI(path), headers })
  return performance.now() - begin
}

const environment = await startBenchEnvironment('after-pause', sizes.small)
try {
  for (const [name, path] of Object.entries(paths)) {
    const [following, first]: [number[], number[]] = [[], []]
    for (let number = 0; number < warmUp; number++) following.push(await timeOf(environment, path))
    for (let round = 0; round < rounds; round++) {
      await sleep(pause)
      first.push(await timeOf(environment, path))
    }
    console.log(`${name}: ${median(first).toFixed(1)} ms after a pause, ${median(following).toFixed(1)} ms without`)
  }
} finally {
  await environment.close()
}

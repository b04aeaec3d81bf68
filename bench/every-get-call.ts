import { readContract } from '../apps/server/src/testing/openapi-contract.ts'
import { type BenchEnvironment, largeTables } from './environment.ts'
import { sendCall } from './load.ts'
import { clientOfManySites, firstClient, idOf, superAdmin } from './seed.ts'

export interface CallSummary {
  asked: number
  /** Searches that were refused for fewer than three characters. */
  refused: number
  /** Calls that read the whole table of tickets or animals. */
  scanning: { call: string; table: string }[]
  /** The slowest call and its time in milliseconds. */
  slowest: { call: string; time: number }
}

/** Users who see all sites, 40 sites, and a single site. */
const callers = { 'a SuperAdmin': superAdmin, 'a client of 40 sites': clientOfManySites, 'a client': firstClient }

/**
 * Calls every documented GET operation as three users, first without parameters and then with each example parameter,
 * and checks the query plans. Exports are left out, because they read everything.
 */
export async function callEveryGet(environment: BenchEnvironment): Promise<CallSummary> {
  const { origin } = environment.server
  const authorization = `Bearer ${await environment.tokenOf(superAdmin)}`
  const document = await sendCall(origin, { method: 'GET', path: '/api/v1/openapi.json', headers: { authorization } })
  const contract = readContract(JSON.parse(String(document)))
  const valueOf = await seededValues(environment)
  const calls = contract.operations
    .filter(({ method, path }) => method === 'GET' && !path.includes('/exports/'))
    .flatMap((operation) => {
      const path = realPath(operation.path)
      return path ? ['', ...contract.exampleQueries(operation).map(valueOf)].map((query) => `${path}?${query}`) : []
    })
  const scan = new RegExp(`Seq Scan on (${(await largeTables(environment.database)).join('|')})\\b`)
  const found: CallSummary = { asked: 0, refused: 0, scanning: [], slowest: { call: '', time: 0 } }
  await environment.watchPlans(async (plans) => {
    for (const [who, person] of Object.entries(callers)) {
      const headers = { authorization: `Bearer ${await environment.tokenOf(person)}` }
      for (const call of calls) {
        plans()
        const from = performance.now()
        const answer = await fetch(new URL(encodeURI(call), origin), { headers })
        const { status } = answer
        const time = performance.now() - from
        const name = `${call} by ${who}`
        if (status === 400 && /urn:chisholm:search-too-(?:short|broad)/.test(await answer.text())) {
          found.refused++
          continue
        }
        // Some rows do not exist or have no report, and some calls are forbidden for clients.
        if (![200, 404, 409, ...(person === superAdmin ? [] : [400, 403])].includes(status))
          throw new Error(`${name}: ${status}`)
        found.asked++
        if (time > found.slowest.time) found.slowest = { call: name, time }
        const table = scan.exec(plans())?.[1]
        if (table !== undefined) found.scanning.push({ call: name, table })
      }
    }
  })
  return found
}

const middle = 300_000
const idsOf: Record<string, string> = {
  'post-mortems': idOf('ticket', middle),
  'veterinary-record-animals': idOf('animal', middle),
  customers: idOf('customer', 0),
  sites: idOf('site', 0),
  users: idOf('user', 3),
}

/** The path with an id of the seed. Undefined if the seed has none. */
function realPath(path: string): string | undefined {
  const id = idsOf[path.split('/').find((part) => part in idsOf) ?? '']
  return path.includes('{') ? id && path.replace(/\{\w+\}/, id) : path
}

/** Replaces example values by values of the seed. */
async function seededValues({ database }: BenchEnvironment): Promise<(query: string) => string> {
  const entries = await database.db.selectFrom('library_entries').select(['id', 'list']).orderBy('name').execute()
  const entryOf = (list: string) => entries.find((entry) => entry.list === list)?.id ?? ''
  const values: Record<string, string> = {
    customer_id: idOf('customer', 0),
    site_id: idOf('site', 0),
    veterinary_record_id: idOf('ticket', middle),
    created_by_id: idOf('user', firstClient),
    requested_by_id: idOf('user', firstClient),
    completed_by_id: idOf('user', 3),
    scheduled_for_id: idOf('user', 3),
    tag_color_id: entryOf('tag-colors'),
    tagColor: entryOf('tag-colors'),
    vet_diagnosis_id: entryOf('diagnoses'),
    pin: String(middle),
    rfid: '124000000900000',
    tag: 'Y 450000',
    lot: 'L-37500',
    pen: '12',
  }
  const day = '2026-09-01'
  return (query) => {
    const [name = '', shown = ''] = query.split(/=(.*)/)
    const [field = '', op] = name.replace(/^filter\[|\]$/g, '').split(':')
    const known = op === 'isnull' ? undefined : values[field.replace(/^.*\./, '')]
    // the ends of a period stay together
    const onDay = name.startsWith('filter[') ? shown.replace(/^\d{4}-\d\d-\d\d/, day) : shown
    return `${name}=${known ?? onDay}`
  }
}

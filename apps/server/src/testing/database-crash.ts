import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { CustomerId } from '../database/ids.ts'
import { processStartTime } from '../database/data-dir-lock.ts'
import { demoPassword } from '../demo/accounts.ts'

/** @returns the pid of the PostgreSQL of a DATA_DIR */
export const readPostmasterPid = async (dataDir: string) =>
  Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** @returns the pid of the first PostgreSQL process whose title matches */
export async function findPostgresProcess(postmaster: number, title: RegExp): Promise<number> {
  for (const pid of (await readdir('/proc')).map(Number)) {
    if (processStartTime(pid) === undefined) continue
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const parent = Number(/PPid:\s+(\d+)/.exec(await read('status'))?.[1])
    if (parent === postmaster && title.test(await read('cmdline'))) return pid
  }
  throw new Error(`PostgreSQL has no process with ${title}`)
}

/** Calls the API during an outage; every response is returned. */
export interface Caller {
  ask(method: string, route: string, body?: object, key?: string): Promise<{ status: number; body: ResponseBody }>
}

interface ResponseBody {
  message?: string
  token: string
  data: { id: string; customer_id: CustomerId }[] & { id: string }
}

/** Signs in a demo user. `unexpected` collects responses that are neither 2xx nor a documented outage. */
export async function signInCaller(address: string, name: string, unexpected: string[]): Promise<Caller> {
  let token = ''
  const ask: Caller['ask'] = async (method, route, body, key) => {
    const response = await fetch(`${address}/api/v1${route}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    const answer = (await response.json()) as ResponseBody
    const isOutage =
      status === 503 &&
      Number(headers.get('retry-after')) > 0 &&
      headers.get('content-type')?.startsWith('application/problem+json') &&
      answer.message === serverTexts.refusal.unavailable
    const isStillRunning = status === 409 && answer.message === serverTexts.refusal.stillRunning
    if (status >= 300 && !isOutage && !isStillRunning)
      unexpected.push(`${method} ${route}: ${status} ${answer.message}`)
    return { status, body: answer }
  }
  token = (await ask('POST', '/auth/login', { username: `${name}@demo.example`, password: demoPassword })).body.token
  return { ask }
}

/** Creates tickets and reads lists concurrently until stopped; retries each ticket under its key until created. */
export async function callUntilStopped(
  stop: { now: boolean },
  callers: Caller[],
  note: string,
  createdIds: string[],
): Promise<void> {
  const write = async ({ ask }: Caller) => {
    const [site] = (await ask('GET', '/sites')).body.data
    const postMortem = { customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20', note }
    while (!stop.now) {
      const key = crypto.randomUUID()
      for (;;) {
        const { status, body } = await ask('POST', '/post-mortems', postMortem, key)
        if (status === 201) {
          createdIds.push(body.data.id)
          break
        }
        await sleep(100)
      }
    }
  }
  const read = async ({ ask }: Caller) => {
    while (!stop.now) {
      await ask('GET', '/post-mortems?per_page=20')
      await sleep(50)
    }
  }
  await Promise.all(callers.flatMap((caller) => [write(caller), write(caller), read(caller)]))
}

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry, type Registry, type RegistryContentType } from 'prom-client'

/* The server can run as several processes behind one port. The primary process prepares database, storage and demo
   data, and keeps an embedded database running. Its workers share the port, and are like any other servers on one
   database. */

export const isWorker = cluster.isWorker

/** Milliseconds after which a worker that has exited is replaced. */
const pause = 1000

const stopMessage = 'chisholm:stop'
const metricsMessage = 'chisholm:metrics'

interface MetricsMessage {
  type: typeof metricsMessage
  id: number
  /** Undefined if the primary process does not respond. */
  text?: string
}
const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === metricsMessage

export interface Workers {
  /** URL on which the workers listen. */
  address: AddressInfo
  /** Asks each worker to finish its requests and exit. Resolves when all have exited. */
  stop(): Promise<void>
}

/**
 * Starts workers and replaces each that exits, until they are stopped.
 * @returns undefined if a worker exited before it listened; the others are then stopped
 */
export async function startWorkers(count: number, log: { warn(text: string): void }): Promise<Workers | undefined> {
  const all = new Set<Worker>()
  const registry = new AggregatorRegistry()
  let isStopping = false
  const start = () => {
    const worker = cluster.fork()
    all.add(worker)
    worker.on('message', (message: unknown) => {
      if (isMetricsMessage(message)) void answerMetrics(registry, worker, message)
    })
    worker.on('exit', () => all.delete(worker))
    return worker
  }
  const keepRunning = (worker: Worker) =>
    worker.on('exit', (code: number | null, signal: string | null) => {
      if (isStopping) return
      log.warn(`A worker ended (${signal ?? `code ${code}`}); starting another.`)
      setTimeout(() => {
        if (!isStopping) keepRunning(start())
      }, pause)
    })
  const stop = async () => {
    isStopping = true
    const ended = [...all].map((worker) => once(worker, 'exit'))
    for (const worker of all) if (worker.isConnected()) worker.send(stopMessage)
    await Promise.all(ended)
  }
  const first = Array.from({ length: count }, start)
  const listening = await Promise.all(first.map(addressOf))
  const [address] = listening
  if (!address || listening.includes(undefined)) {
    await stop()
    return undefined
  }
  for (const worker of first) keepRunning(worker)
  return { address, stop }
}

/** The URL on which a worker listens, or undefined if it exited before. */
const addressOf = (worker: Worker) =>
  Promise.race([
    new Promise<AddressInfo>((resolve) =>
      worker.once('listening', ({ address, port }) => resolve({ address, family: '', port })),
    ),
    once(worker, 'exit').then(() => undefined),
  ])

async function answerMetrics(
  registry: AggregatorRegistry<RegistryContentType>,
  worker: Worker,
  { type, id }: MetricsMessage,
) {
  const text = await registry.clusterMetrics().catch(() => undefined)
  if (worker.isConnected()) worker.send({ type, id, ...(text !== undefined && { text }) })
}

/** Called in a worker: `stop` runs when the primary process asks for it. */
export function onStop(stop: () => void): void {
  process.on('message', (message) => {
    if (message === stopMessage) stop()
  })
}

let lastRequestId = 0

/**
 * The metrics of all workers together, with counters added up.
 * @param own  metrics of this worker, returned unchanged if there is no other
 */
export function metricsOfWorkers(own: Registry[]): () => Promise<string> {
  if (!isWorker) return () => AggregatorRegistry.merge(own).metrics()
  AggregatorRegistry.setRegistries(own)
  // This object answers the primary process.
  void new AggregatorRegistry()
  return () =>
    new Promise((resolve, reject) => {
      const id = lastRequestId++
      const onMessage = (message: unknown) => {
        if (!isMetricsMessage(message) || message.id !== id) return
        process.off('message', onMessage)
        if (message.text === undefined) reject(new Error('the metrics of the other workers cannot be had'))
        else resolve(message.text)
      }
      process.on('message', onMessage)
      process.send?.({ type: metricsMessage, id } satisfies MetricsMessage)
    })
}

import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/last-backup.queries.ts'
import type { Database } from '../database/database.ts'
import { databaseBytes } from './capacity-metrics.queries.ts'

/** Milliseconds to wait for a figure. One that takes longer is omitted from the scrape. */
const figureTimeout = 2000

/** @returns null if the figure is not available in time */
export const orNullOnTimeout = <Figure>(figure: Promise<Figure>): Promise<Figure | null> =>
  Promise.race([figure, delay(figureTimeout, null, { ref: false })]).catch(() => null)

/** Registers metrics of disk space, database size and the last backup. They are read at each scrape. */
export function registerCapacityMetrics({ db }: Pick<Database, 'db'>, dataDir: string, registry: Registry): void {
  const figures = [
    [
      'chisholm_data_dir_free_bytes',
      'Bytes this server may still write to the disk of its DATA_DIR',
      () => freeBytes(dataDir),
    ],
    ['chisholm_database_bytes', 'Size of the database; the same on every server', () => databaseBytes(db)],
    [
      'chisholm_last_backup_timestamp_seconds',
      'Unix time of the state in the last backup, 0 without any; the same on every server',
      async () => ((await lastBackupAt(db))?.getTime() ?? 0) / 1000,
    ],
  ] as const
  for (const [name, help, read] of figures) {
    const gauge = new Gauge({
      name,
      help,
      // Every worker of a server reports the same values.
      aggregator: 'first',
      registers: [],
      async collect() {
        const value = await orNullOnTimeout(read())
        if (value === null) this.remove()
        else this.set(value)
      },
    })
    registry.registerMetric(gauge)
  }
}

async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

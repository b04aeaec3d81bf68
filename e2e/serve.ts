import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { dataDir } from './paths.ts'

// Every run starts with fresh demo data. With WORKERS, each process runs this file.
if (cluster.isPrimary) rmSync(dataDir, { recursive: true, force: true })
Object.assign(process.env, { DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' })
await import(path.resolve(import.meta.dirname, '../apps/server/src/main.ts'))

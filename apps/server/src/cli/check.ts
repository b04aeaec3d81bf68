import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { plural } from '@chisholm/domain/plural'
import { lastBackupAt } from '../backup/last-backup.queries.ts'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { embeddedClusterExists } from '../database/embedded-postgres.ts'
import { isDemoLoaded, forbidDemoInProduction } from '../demo/accounts.ts'
import { createProviderReader } from '../features/provider/index.ts'
import { explainLostKey } from '../features/secret-keys/index.ts'
import { verifyMailServer } from '../mail/mail-transport.ts'
import { secretKeyFile } from '../secret-key.ts'
import { isLoopback, type Settings } from '../settings.ts'
import { openVerifiedStorage } from '../storage/storage.ts'
import { activeSuperAdmins, firstAccountAt, vetsWithoutName } from './check.queries.ts'
import { checkFiles, silentLog, type DamagedFile } from './check-files.ts'
import { checkPermissions, checkFreeSpace } from './check-data-dir.ts'
import type { CommandResult } from './run-command.ts'

/** The result of one check. If it failed, it says how to fix that. */
interface Finding {
  about: string
  ok: boolean
  text: string
  /** Set if something needs attention although nothing fails: now (`due`), or after the first days (`early`). */
  warning?: 'due' | 'early'
}

export interface CheckOptions {
  files?: boolean
}

/**
 * Checks everything that the server needs. With `--files` it also checks every stored file. Each failure says how to
 * fix it.
 */
export async function check(settings: Settings, { files = false }: CheckOptions = {}): Promise<CommandResult> {
  const damaged: DamagedFile[] = []
  // A check must not create what the first start creates.
  const isFirst = settings.bucket === undefined && !existsSync(settings.dataDir)
  const findings = [
    ...(await checkDatabase(settings)),
    await runCheck('storage', async () => (isFirst ? createdByFirstStart : checkStorage(settings))),
    await runCheck('mail', () => checkMail(settings)),
    await runCheck('folder', () => checkFreeSpace(settings)),
    ...(existsSync(settings.dataDir) ? [await runCheck('rights', () => checkPermissions(settings))] : []),
    ...checkAddress(settings),
    ...(files && !isFirst ? [await runCheck('files', () => checkFiles(settings, damaged))] : []),
  ]
  return {
    lines: [
      ...findings
        .filter(({ warning }) => warning !== 'due')
        .map(({ about, ok, text, warning }) => `${warning ? '!' : ok ? '✓' : '✗'} ${about}: ${text}`),
      ...damaged.map(({ key, damage, outcome }) => `  ${key}: ${damage}, ${outcome}`),
    ],
    result: { ok: findings.every(({ ok }) => ok), findings, ...(files && { files: damaged }) },
    failed: findings.some(({ ok }) => !ok),
    warnings: findings.filter(({ warning }) => warning === 'due').map(({ about, text }) => `! ${about}: ${text}`),
  }
}

async function runCheck(about: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { about, ok: true, text: await check() }
  } catch (thrown) {
    return { about, ok: false, text: errorMessage(thrown) }
  }
}

const createdByFirstStart = 'made by the first start'

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.databaseUrl === undefined && !embeddedClusterExists(settings.dataDir))
    return [{ about: 'database', ok: true, text: createdByFirstStart }]
  let opened: Database
  try {
    opened = await openDatabase(settings, silentLog, { allowRunning: true, onlyMigrations: [] })
  } catch (thrown) {
    return [{ about: 'database', ok: false, text: errorMessage(thrown) }]
  }
  try {
    return [
      await runCheck('database', () => checkVersion(opened)),
      await runCheck('accounts', () => checkAccounts(settings, opened)),
      ...(await checkPractice(settings, opened)),
      ...(await checkBackup(opened)),
      ...(opened.pending.length > 0 ? [] : [await runCheck('secret key', () => checkSecretKey(settings, opened))]),
    ]
  } finally {
    await opened.close()
  }
}

async function checkVersion({ pool, pending: missing }: Database): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  const state = missing.length > 0 ? `${missing.length} pending migrations, which the next start runs` : 'up to date'
  return `PostgreSQL ${rows[0]?.version}, ${state}`
}

async function checkAccounts(settings: Settings, { db, pending: missing }: Database): Promise<string> {
  if (missing.length > 0) return 'looked at once the database is up to date'
  const superAdmins = await activeSuperAdmins(db)
  if (superAdmins.length === 0) throw new OperatorError('there is no SuperAdmin: npx chisholm admin create EMAIL')
  if (await isDemoLoaded(db)) forbidDemoInProduction(settings)
  return plural(superAdmins.length, '1 active SuperAdmin', `${superAdmins.length} active SuperAdmins`)
}

/** From this age, a missing backup or an unfinished setup of the practice is overdue. */
const backupAge = 2 * 86_400_000

/** In a new installation, an open task is a hint. It becomes a warning after the first days. */
async function warningLevel({ db }: Database): Promise<'early' | 'due'> {
  const first = await firstAccountAt(db)
  return first && Date.now() - first.getTime() > backupAge ? 'due' : 'early'
}

/** This check is left out for demo data, and before the database is migrated. */
async function checkBackup(database: Database): Promise<Finding[]> {
  const { db, pending: missing } = database
  if (missing.length > 0 || (await isDemoLoaded(db))) return []
  const at = await lastBackupAt(db)
  if (at && Date.now() - at.getTime() <= backupAge) return [{ about: 'backup', ok: true, text: at.toISOString() }]
  const text = `${at ? `the last one is from ${at.toISOString()}` : 'there is none'}: npx chisholm backup --to FOLDER, every night`
  return [{ about: 'backup', ok: true, text, warning: at ? 'due' : await warningLevel(database) }]
}

/** Nobody can complete a post-mortem without the names of the practice and of the veterinarian. */
async function checkPractice(settings: Settings, database: Database): Promise<Finding[]> {
  const { db, pending: missing } = database
  if (missing.length > 0) return []
  const { name, isConfirmed } = await createProviderReader(settings.provider)(db)
  if (!isConfirmed) {
    const text =
      'nobody has set it up, so no post mortem can be completed: sign in as a SuperAdmin or Admin and do so, or set PROVIDER_NAME'
    return [{ about: 'practice', ok: true, text, warning: await warningLevel(database) }]
  }
  const nameless = await vetsWithoutName(db)
  if (nameless.length === 0) return [{ about: 'practice', ok: true, text: name }]
  const text = `${name}; without a name in the profile, which is required to complete a post mortem: ${nameless.join(', ')}`
  return [{ about: 'practice', ok: true, text, warning: 'due' }]
}

async function checkStorage(settings: Settings): Promise<string> {
  const opened = await openVerifiedStorage(settings)
  const key = `checks/${randomUUID()}`
  const bytes = Buffer.from(key)
  await opened.put(key, bytes)
  const same = (await opened.get(key)).equals(bytes)
  await opened.remove(key)
  if (!same) throw new OperatorError('the file that was read differs from the one that was written')
  return 'writes, reads and removes'
}

async function checkMail(settings: Settings): Promise<string> {
  if (settings.smtpUrl === undefined) return 'SMTP_URL is not set: e-mails are written to DATA_DIR/outbox and not sent'
  await verifyMailServer(settings.smtpUrl)
  return 'the mail server takes our connection and sign-in'
}

/** Checks that the key matches the database, and that only its owner can read it. */
async function checkSecretKey(settings: Settings, { db }: Database): Promise<string> {
  const line = await explainLostKey(db, settings)
  if (line !== null) throw new OperatorError(line)
  if (settings.secretKey !== undefined) return 'SECRET_KEY matches the database'
  const found = await stat(secretKeyFile(settings)).catch(() => undefined)
  return found ? 'matches the database' : 'will be created at the next start'
}

function checkAddress({ publicUrl, isPublicUrlSet, host }: Settings): Finding[] {
  if (isLoopback(host) && !isPublicUrlSet) return []
  if (!isPublicUrlSet)
    return [{ about: 'address', ok: false, text: 'PUBLIC_URL is not set: links in e-mails do not work' }]
  const safe = publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)
  const text = safe ? publicUrl : `${publicUrl} is not https, which passwords and the scanner require`
  return [{ about: 'address', ok: safe, text }]
}

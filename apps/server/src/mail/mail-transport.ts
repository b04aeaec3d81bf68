import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Job } from '../jobs/jobs.ts'
import { emailsSent } from '../process-metrics.ts'
import { lazy } from '../lazy.ts'
import type { ProviderDetails } from '../services.ts'
import type { Settings } from '../settings.ts'
import { writeThenRename } from '../storage/write-then-rename.ts'
import { logoId } from './email-templates.ts'

// The library is loaded with the first e-mail, to save memory.
const loadNodemailer = () => import('nodemailer')

/** A job that sends an e-mail. */
type EmailJob = Pick<Job<'mail.send'>, 'id' | 'createdAt' | 'data'>

export interface MailTransport {
  /**
   * Its job determines the Message-ID and the name of the file, so that a retry does not look like another e-mail.
   * @param unsubscribeUrl  the URL for List-Unsubscribe (RFC 8058)
   * @throws the error of the mail server or the disk, so that the job is retried
   */
  send(job: EmailJob, unsubscribeUrl?: string | null): Promise<void>
}

/**
 * After this many milliseconds the attempt fails, and the job is retried. Mail servers that delay their greeting, or
 * check an e-mail before they accept it, get the time for that: they might deliver it although nobody waits any more,
 * and the retry would deliver it again. A batch of e-mails still ends before its jobs expire (15 minutes).
 */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 120_000 }

/** Some mail servers allow few. Those on which nobody responds leave enough for all others (`jobs/worker-options.ts`). */
const maxConnections = 10

const smtpOptions = (url: string) => ({ ...smtpTimeouts, requireTLS: hasPassword(url), url })

/** Source of the practice details. */
interface SenderSource {
  provider(): Promise<Pick<ProviderDetails, 'name' | 'email'>>
  /** Null if the file is missing. */
  logo(key: string): Promise<Buffer | null>
}

/** Opens the way by which e-mails leave: a mail server, or .eml files. It connects with the first e-mail. */
export function openMailTransport(settings: Settings, sender: SenderSource): MailTransport {
  const mail = createTransportFor(settings, sender)
  return {
    async send(job, unsubscribeUrl) {
      try {
        await mail.send(job, unsubscribeUrl)
      } catch (thrown) {
        emailsSent.inc({ outcome: 'failed' })
        throw thrown
      }
      emailsSent.inc({ outcome: 'sent' })
    },
  }
}

/** The folder to which e-mails are written if no mail server is set. */
export const outboxFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'outbox')

/** Sends through SMTP_URL, or writes `.eml` files to DATA_DIR/outbox without it. */
function createTransportFor(settings: Settings, sender: SenderSource): MailTransport {
  const { hostname } = new URL(settings.publicUrl)
  const buildMessage = async (
    { id, data: { logo, kind: _kind, sites: _sites, attachment, ...content } }: EmailJob,
    unsubscribeUrl: string | null = null,
  ) => {
    const { name, email } = await sender.provider()
    const from = { name: name || 'Chisholm', address: email || `no-reply@${hostname}` }
    const picture = logo === undefined ? null : await sender.logo(logo)
    const attachments = [
      ...(picture ? [{ cid: logoId, filename: path.basename(logo ?? ''), content: picture }] : []),
      ...(attachment
        ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.base64, encoding: 'base64' }]
        : []),
    ]
    // E-mails that the previous version queued contain their own Message-ID.
    const headers = unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return { messageId: `<${id}@${hostname}>`, ...content, from, attachments, ...(headers && { headers }) }
  }
  if (settings.smtpUrl !== undefined) {
    const options = { ...smtpOptions(settings.smtpUrl), pool: true as const, maxConnections }
    const transport = lazy(async () => (await loadNodemailer()).createTransport(options))
    return { send: async (...args) => void (await (await transport()).sendMail(await buildMessage(...args))) }
  }
  const transport = lazy(async () => (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true }))
  const outbox = outboxFolder(settings)
  return {
    async send(job, unsubscribeUrl) {
      const { message } = await (await transport()).sendMail(await buildMessage(job, unsubscribeUrl))
      await mkdir(outbox, { recursive: true })
      // cast: a stream without an encoding yields buffers
      const bytes = message as Buffer
      // renamed, so that readers never see a partial file
      await writeThenRename(path.join(outbox, emlFileName(job)), (part) =>
        writeFile(part, bytes, { flag: 'wx', mode: 0o600 }),
      )
    },
  }
}

/**
 * Connects and signs in without sending anything.
 * @throws the mail server's error
 */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await loadNodemailer()
  const transport = createTransport(smtpOptions(smtpUrl))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Whether the mail server permanently rejected the recipient or the e-mail (5xx), so that a retry is useless. A
 * rejected login or sender is a configuration error and is retried.
 */
export function isRefusedForGood(thrown: unknown): boolean {
  // cast: errors of nodemailer have these fields
  const { code, command, responseCode = 0 } = thrown as { code?: string; command?: string; responseCode?: number }
  const isAboutEmail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO')
  return isAboutEmail && responseCode >= 500 && responseCode < 600
}

/** With a password TLS is required, unless the URL has `?requireTLS=false`. */
const hasPassword = (smtpUrl: string) => new URL(smtpUrl).password !== ''

/** Each job has its own file, and a retry overwrites it. In the order of their names the files are in that of the jobs. */
const emlFileName = ({ id, createdAt, data: { to, subject } }: EmailJob) => {
  const name = [createdAt.toISOString().replace(/[:.]/g, '-'), id, to, subject].join('_')
  return `${name.replace(/[^\w@.-]+/g, '-').slice(0, 180)}.eml`
}

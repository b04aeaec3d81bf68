import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Letter } from '../jobs/jobs.ts'
import { letters } from '../measures.ts'
import { once } from '../once.ts'
import type { Practice } from '../http/context.ts'
import type { Settings } from '../settings.ts'
import { logoId } from './templates.ts'

// loaded with the first letter: until then a quiet server stays small
const library = () => import('nodemailer')

export interface Mail {
  /** @param jobId  makes its Message-ID @throws what the mail server answered, so that the job is tried again */
  send(letter: Letter, jobId: string): Promise<void>
}

/** A mail server that says nothing for this long does not answer: the letter is tried again. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** What letters say of the practice. */
interface Sender {
  provider(): Promise<Practice>
  /** Null when its file is gone. */
  logo(key: string): Promise<Buffer | null>
}

/** Opens the way out for letters, and counts what goes by it. */
export function openMail(settings: Settings, sender: Sender): Mail {
  const mail = wayOut(settings, sender)
  return {
    async send(letter, jobId) {
      try {
        await mail.send(letter, jobId)
      } catch (thrown) {
        letters.inc({ outcome: 'failed' })
        throw thrown
      }
      letters.inc({ outcome: 'sent' })
    },
  }
}

/** Where letters are written while there is no mail server. */
export const outboxOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'outbox')

/** Sends by SMTP_URL, or writes each letter as an `.eml` file into DATA_DIR/outbox. */
function wayOut(settings: Settings, sender: Sender): Mail {
  const { hostname } = new URL(settings.publicUrl)
  const messageOf = async ({ logo, ...letter }: Letter, jobId: string) => {
    const { name, email } = await sender.provider()
    const from = { name: name || 'Chisholm', address: email || `no-reply@${hostname}` }
    const picture = logo === undefined ? null : await sender.logo(logo)
    const attachments = picture ? [{ cid: logoId, filename: path.basename(logo ?? ''), content: picture }] : []
    // a letter that was queued by the version before carries its own
    return { messageId: `<${jobId}@${hostname}>`, ...letter, from, attachments }
  }
  if (settings.smtpUrl !== undefined) {
    const options = {
      ...patience,
      pool: true as const,
      requireTLS: hasPassword(settings.smtpUrl),
      url: settings.smtpUrl,
    }
    const transport = once(async () => (await library()).createTransport(options))
    return { send: async (...sent) => void (await (await transport()).sendMail(await messageOf(...sent))) }
  }
  const transport = once(async () => (await library()).createTransport({ streamTransport: true, buffer: true }))
  const outbox = outboxOf(settings)
  return {
    async send(letter, jobId) {
      const { message } = await (await transport()).sendMail(await messageOf(letter, jobId))
      await mkdir(outbox, { recursive: true })
      const file = path.join(outbox, `${fileName(letter, jobId)}.eml`)
      // a reader of the folder never sees half a letter
      // cast: a stream without an encoding gives buffers
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

/** Connects to the mail server and signs in, without a letter. @throws what it answered */
export async function verifyMail({ smtpUrl }: Pick<Settings, 'smtpUrl'>): Promise<void> {
  const { createTransport } = await library()
  const transport = createTransport(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** With a password, TLS is not a matter of what somebody in between lets through; `?requireTLS=false` goes without. */
const hasPassword = (smtpUrl: string) => new URL(smtpUrl).password !== ''

/** Several letters of one moment to one address have each their own file; a letter tried again has the same. */
const fileName = ({ to, subject }: Letter, jobId: string) =>
  [new Date().toISOString().replace(/[:.]/g, '-'), jobId.slice(-6), to, subject]
    .join('_')
    .replace(/[^\w@.-]+/g, '-')
    .slice(0, 150)

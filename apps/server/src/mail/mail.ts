import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Provider } from '@chisholm/domain/shapes'
import type { Letter } from '../jobs/jobs.ts'
import { letters } from '../measures.ts'
import { once } from '../once.ts'
import type { Settings } from '../settings.ts'

// loaded with the first letter: until then a quiet server stays small
const library = () => import('nodemailer')

export interface Mail {
  /** @throws what the mail server answered, so that the job is tried again */
  send(letter: Letter): Promise<void>
}

/** A mail server that says nothing for this long does not answer: the letter is tried again. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Opens the way out for letters, and counts what goes by it. */
export function openMail(settings: Settings, provider: () => Promise<Provider>): Mail {
  const mail = wayOut(settings, provider)
  return {
    async send(letter) {
      try {
        await mail.send(letter)
      } catch (thrown) {
        letters.inc({ outcome: 'failed' })
        throw thrown
      }
      letters.inc({ outcome: 'sent' })
    },
  }
}

/** Sends by SMTP_URL, or writes each letter as an `.eml` file into DATA_DIR/outbox. */
function wayOut(settings: Settings, provider: () => Promise<Provider>): Mail {
  const from = async () => {
    const { name, email } = await provider()
    return { name, address: email }
  }
  if (settings.smtpUrl !== undefined) {
    const options = { ...patience, requireTLS: hasPassword(settings.smtpUrl), url: settings.smtpUrl }
    const transport = once(async () => (await library()).createTransport(options))
    return { send: async (letter) => void (await (await transport()).sendMail({ ...letter, from: await from() })) }
  }
  const transport = once(async () => (await library()).createTransport({ streamTransport: true, buffer: true }))
  const outbox = path.join(settings.dataDir, 'outbox')
  return {
    async send(letter) {
      const { message } = await (await transport()).sendMail({ ...letter, from: await from() })
      await mkdir(outbox, { recursive: true })
      const file = path.join(outbox, `${fileName(letter)}.eml`)
      // a reader of the folder never sees half a letter
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

const fileName = ({ to, subject }: Letter) =>
  [new Date().toISOString().replace(/[:.]/g, '-'), to, subject]
    .join('_')
    .replace(/[^\w@.-]+/g, '-')
    .slice(0, 150)

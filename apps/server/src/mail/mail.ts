import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Provider } from '@chisholm/domain/shapes'
import { createTransport } from 'nodemailer'
import type { Letter } from '../jobs/jobs.ts'
import type { Settings } from '../settings.ts'

export interface Mail {
  /** @throws what the mail server answered, so that the job is tried again */
  send(letter: Letter): Promise<void>
}

/** Sends by SMTP_URL, or writes each letter as an `.eml` file into DATA_DIR/outbox. */
export function openMail(settings: Settings, provider: () => Promise<Provider>): Mail {
  const from = async () => {
    const { name, email } = await provider()
    return { name, address: email }
  }
  if (settings.smtpUrl !== undefined) {
    const transport = createTransport(settings.smtpUrl)
    return { send: async (letter) => void (await transport.sendMail({ ...letter, from: await from() })) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true })
  const outbox = path.join(settings.dataDir, 'outbox')
  return {
    async send(letter) {
      const { message } = await transport.sendMail({ ...letter, from: await from() })
      await mkdir(outbox, { recursive: true })
      const file = path.join(outbox, `${fileName(letter)}.eml`)
      // a reader of the folder never sees half a letter
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

const fileName = ({ to, subject }: Letter) =>
  [new Date().toISOString().replace(/[:.]/g, '-'), to, subject]
    .join('_')
    .replace(/[^\w@.-]+/g, '-')
    .slice(0, 150)

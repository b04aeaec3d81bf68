import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { waitFor } from './wait-for.ts'

/** The newest e-mail to an address containing this text, from the outbox folder. */
export const waitForEmail = (dataDir: string, address: string, expected: string): Promise<string> =>
  waitFor(async () => {
    const outbox = path.join(dataDir, 'outbox')
    const files = (await readdir(outbox)).filter((file) => file.includes(address)).toSorted()
    const emails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    // undoes quoted-printable line breaks
    const email = emails.findLast((text) => text.replaceAll('=\r\n', '').includes(expected))
    if (!email) throw new Error(`no e-mail to ${address} with "${expected}"`)
    return email
  })

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'

/** The newest e-mail to an address containing this text, from the outbox folder. */
export const waitForEmail = (dataDir: string, address: string, text: string): Promise<string> =>
  vi.waitFor(async () => {
    const outbox = path.join(dataDir, 'outbox')
    const files = (await readdir(outbox)).filter((file) => file.includes(address)).toSorted()
    const letters = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    // undoes quoted-printable line breaks
    const letter = letters.findLast((text) => text.replaceAll('=\r\n', '').includes(text))
    if (!letter) throw new Error(`no letter to ${address} with "${text}"`)
    return letter
  }, 15_000)

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'

/** The newest letter to an address that holds these words, out of the folder of a server without mail. */
export const waitForEmail = (dataDir: string, address: string, text: string): Promise<string> =>
  vi.waitFor(async () => {
    const outbox = path.join(dataDir, 'outbox')
    const files = (await readdir(outbox)).filter((file) => file.includes(address)).toSorted()
    const letters = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    // its lines are broken for the way
    const letter = letters.findLast((text) => text.replaceAll('=\r\n', '').includes(text))
    if (!letter) throw new Error(`no letter to ${address} with "${text}"`)
    return letter
  }, 15_000)

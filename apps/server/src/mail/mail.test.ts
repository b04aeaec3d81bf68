import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Given, startGiven } from '../testing/given.ts'

const received: { to: string[]; text: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
    stream.on('end', () => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})

let given: Given
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  given = await startGiven({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await given.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

test('a sent ticket reaches every veterinarian once by SMTP, as text and as HTML', async () => {
  const vet = await given.person('Veterinarian')
  const { client, site } = await given.client()
  const ticket = await given.pending(client, site)
  await vi.waitFor(() => expect(received.filter(({ to }) => to.includes(vet.email))).toHaveLength(1), 15_000)
  const letter = received.find(({ to }) => to.includes(vet.email))
  expect(letter?.text).toContain(ticket.title)
  expect(letter?.text).toContain('text/plain')
  expect(letter?.text).toContain('text/html')
})

test('without SMTP_URL each mail is a file in the outbox', async () => {
  const local = await startGiven()
  const { client } = await local.client()
  await local.stranger.post('/auth/reset-password', { username: client.email })
  const outbox = path.join(local.dataDir, 'outbox')
  const files = await vi.waitFor(async () => {
    const found = await readdir(outbox)
    expect(found).toHaveLength(1)
    return found
  }, 15_000)
  expect(await readFile(path.join(outbox, files[0] ?? ''), 'utf8')).toContain('Your verification code is')
  await local.close()
})

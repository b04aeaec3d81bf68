import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { selfSignedCertificate } from './self-signed-certificate.ts'

const user = 'chisholm'
/** Made of what an address has to write in another way. */
const password = 'letter@box:/%'

/**
 * A mail server as a practice would rent one: it takes letters over TLS alone, from the start or by STARTTLS, from who
 * gives its password. Its certificate is signed by itself.
 */
export async function startSmtpServer(tls: 'from the start' | 'by STARTTLS' | 'never' = 'from the start') {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-mail-'))
  const certificateFile = path.join(folder, 'certificate.pem')
  const certificate = await selfSignedCertificate()
  await writeFile(certificateFile, certificate.cert)
  const received: { to: string; messageId: string; subject: string }[] = []
  const signIns: boolean[] = []
  const server = new SMTPServer({
    ...certificate,
    secure: tls === 'from the start',
    ...(tls === 'never' && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    onAuth(given, _session, done) {
      const right = given.username === user && given.password === password
      signIns.push(right)
      done(right ? null : new Error('Invalid username or password'), { user })
    },
    onData(stream, { envelope }, done) {
      const take = (letter: string) => {
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(letter)?.[1]?.trim() ?? ''
        for (const { address } of envelope.rcptTo)
          received.push({ to: address, messageId: header('Message-ID'), subject: header('Subject') })
        done()
      }
      // a letter breaks off when its sender is killed
      text(stream).then(take, done)
    },
  })
  // who hangs up while it is greeted is no news
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // cast: a server that listens at a port has one
  const { port } = server.server.address() as AddressInfo
  const protocol = tls === 'from the start' ? 'smtps' : 'smtp'
  return {
    url: (secret = password) => `${protocol}://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
    password,
    certificateFile,
    /** Every letter taken, once for each time it was taken. */
    received,
    /** Each try to sign in, and whether it was right. */
    signIns,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true })
    },
  }
}

import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { selfSignedCertificate } from './self-signed-certificate.ts'

const user = 'chisholm'
/** Contains characters that URLs escape. */
const password = 'letter@box:/%'

/** An SMTP server that requires TLS (implicit or STARTTLS) and a password, with a self-signed certificate. */
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
      // the stream breaks off when its sender is killed
      text(stream).then(take, done)
    },
  })
  // ignores clients that disconnect early
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // cast: a server that listens on a port has an address
  const { port } = server.server.address() as AddressInfo
  const protocol = tls === 'from the start' ? 'smtps' : 'smtp'
  return {
    url: (secret = password) => `${protocol}://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
    password,
    certificateFile,
    /** Every accepted e-mail, in order. */
    received,
    /** Sign-in attempts and whether they succeeded. */
    signIns,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true })
    },
  }
}

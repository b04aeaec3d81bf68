/** The first attachment of a type in an e-mail. @throws Error  there is none */
export function readAttachment(email: string, type: string): Buffer {
  const part = email.split(/\r?\n--[^\r\n]+\r?\n/).find((text) => text.startsWith(`Content-Type: ${type}`))
  const body = part?.split(/\r?\n\r?\n/)[1]
  if (!body) throw new Error(`no attachment of type ${type}`)
  return Buffer.from(body.split(/\r?\n--/)[0] ?? '', 'base64')
}

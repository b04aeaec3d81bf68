import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import password from '@inquirer/password'
import { isEmail } from '@chisholm/domain/email'
import { texts } from '@chisholm/domain/texts'
import { CannotStart } from '../cannot-start.ts'
import { setPasswordByOperator } from '../features/auth/index.ts'
import { removeSecondFactorByOperator } from '../features/second-factor/index.ts'
import { makeSuperAdmin } from '../features/users/index.ts'
import type { Settings } from '../settings.ts'
import type { Done } from './run.ts'
import { withJobs } from './with-jobs.ts'

export interface PasswordOptions {
  passwordStdin?: boolean
}

export interface CreateOptions extends PasswordOptions {
  firstName?: string
  lastName?: string
  mail?: boolean
}

/**
 * Makes a SuperAdmin, with a name and a password that are asked for, or a temporary password sent by mail. Without a
 * terminal, and with a temporary password, the app asks for the name at the first sign-in.
 * @throws CannotStart  the password cannot be asked for, or was typed two ways
 * @throws Failure      the address is taken or the password breaks a rule
 */
export async function createAdmin(settings: Settings, email: string, options: CreateOptions): Promise<Done> {
  if (!isEmail(email.trim())) throw new CannotStart(texts.validation.emailInvalid)
  if (!options.mail) requireTerminalOr(options, 'add --password-stdin or --mail')
  const name = await nameOf(options)
  const given = options.mail ? null : await passwordOf(options)
  return withJobs(settings, {}, async (parts) => {
    const id = await makeSuperAdmin(parts, { email: email.trim(), ...name, password: given })
    const how = options.mail
      ? 'A temporary password goes out by mail while the server runs.'
      : `Sign in at ${settings.publicUrl}.`
    const lines = [`Made the SuperAdmin ${email}. ${how}`]
    if (name.firstName === null || name.lastName === null) lines.push('The app asks for the name at the first sign-in.')
    return { lines, result: { id, email } }
  })
}

/**
 * Sets the password of an active account; its sign-ins end and its owner is told by mail.
 * @throws CannotStart  there is no such account, or the password cannot be asked for
 * @throws Failure      the password breaks a rule
 */
export async function setPassword(settings: Settings, email: string, options: PasswordOptions): Promise<Done> {
  requireTerminalOr(options, 'add --password-stdin')
  const given = await passwordOf(options)
  return withJobs(settings, { existing: true }, async (parts) => {
    const { id } = await setPasswordByOperator(parts, email, given)
    return {
      lines: [`The password of ${email} is set. Every sign-in of it was ended, and a letter tells its owner.`],
      result: { id, email },
    }
  })
}

/** Takes the second factor from an active account that lost it. @throws CannotStart  it has none, or is not there */
export const removeSecondFactor = (settings: Settings, email: string): Promise<Done> =>
  withJobs(settings, { existing: true }, async (parts) => {
    const { id } = await removeSecondFactorByOperator(parts, email)
    return {
      lines: [
        `The second factor of ${email} is removed: the password alone signs in. Every sign-in of it was ended, and a letter tells its owner.`,
      ],
      result: { id, email },
    }
  })

function requireTerminalOr({ passwordStdin }: PasswordOptions, otherwise: string): void {
  if (!passwordStdin && !process.stdin.isTTY)
    throw new CannotStart(`There is no terminal to ask for a password: ${otherwise}.`)
}

async function nameOf({ firstName, lastName, mail }: CreateOptions) {
  const name = { firstName: firstName?.trim() || null, lastName: lastName?.trim() || null }
  if ((name.firstName !== null && name.lastName !== null) || mail || !process.stdin.isTTY) return name
  return {
    firstName: name.firstName ?? (await asked('First name')),
    lastName: name.lastName ?? (await asked('Last name')),
  }
}

async function asked(what: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and Ctrl-D end the asking
  const ended = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new CannotStart('Nothing was done.'))),
  )
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(`${what}: `), ended])).trim()
      if (answer !== '') return answer
    }
  } finally {
    ended.catch(() => {})
    terminal.close()
  }
}

async function passwordOf({ passwordStdin }: PasswordOptions): Promise<string> {
  if (passwordStdin) return (await text(process.stdin)).trimEnd()
  const first = await password({ message: 'Password' })
  const again = await password({ message: 'Once more' })
  if (first !== again) throw new CannotStart('The two passwords differ.')
  return first
}

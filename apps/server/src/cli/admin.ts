import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import password from '@inquirer/password'
import { isEmail } from '@chisholm/domain/email'
import { texts } from '@chisholm/domain/texts'
import { OperatorError } from '../operator-error.ts'
import { setPasswordByOperator } from '../features/auth/index.ts'
import { removeSecondFactorByOperator } from '../features/second-factor/index.ts'
import { createSuperAdmin } from '../features/users/index.ts'
import type { Settings } from '../settings.ts'
import type { CommandResult } from './run-command.ts'
import { withJobQueue } from './with-job-queue.ts'

export interface PasswordOptions {
  passwordStdin?: boolean
}

export interface CreateOptions extends PasswordOptions {
  firstName?: string
  lastName?: string
  mail?: boolean
}

/**
 * Creates a SuperAdmin. Prompts for name and password in the terminal, or sends a temporary password by e-mail. In the
 * second case, and without a terminal, the app asks for the name at the first sign-in.
 * @throws OperatorError  there is no terminal, or the two passwords differ
 * @throws AppError       the address is taken, or the password breaks a rule
 */
export async function createAdmin(settings: Settings, email: string, options: CreateOptions): Promise<CommandResult> {
  if (!isEmail(email.trim())) throw new OperatorError(texts.validation.emailInvalid)
  if (!options.mail) requireTerminal(options, 'add --password-stdin or --mail')
  const name = await readName(options)
  const password = options.mail ? null : await readPassword(options)
  return withJobQueue(settings, {}, async (services) => {
    const id = await createSuperAdmin(services, { email: email.trim(), ...name, password: password })
    const how = options.mail
      ? 'A running server sends the temporary password by e-mail.'
      : `Sign in at ${settings.publicUrl}.`
    const lines = [`Created the SuperAdmin ${email}. ${how}`]
    if (name.firstName === null || name.lastName === null) lines.push('The app asks for the name at the first sign-in.')
    return { lines, result: { id, email } }
  })
}

/**
 * Sets the password of an active account, ends its sign-ins and notifies its owner by e-mail.
 * @throws OperatorError  there is no such account, or no terminal to ask for the password
 * @throws AppError       the password breaks a rule
 */
export async function setPassword(settings: Settings, email: string, options: PasswordOptions): Promise<CommandResult> {
  requireTerminal(options, 'add --password-stdin')
  const newPassword = await readPassword(options)
  return withJobQueue(settings, { mustExist: true }, async (services) => {
    const { id } = await setPasswordByOperator(services, email, newPassword)
    return {
      lines: [`The password of ${email} was set. All sessions were ended, and the owner is notified by e-mail.`],
      result: { id, email },
    }
  })
}

/**
 * Removes the second factor of an active account.
 * @throws OperatorError  there is no such account, or it has no second factor
 */
export const removeSecondFactor = (settings: Settings, email: string): Promise<CommandResult> =>
  withJobQueue(settings, { mustExist: true }, async (services) => {
    const { id } = await removeSecondFactorByOperator(services, email)
    return {
      lines: [
        `The second factor of ${email} was removed: the password is now enough to sign in. All sessions were ended, and the owner is notified by e-mail.`,
      ],
      result: { id, email },
    }
  })

function requireTerminal({ passwordStdin }: PasswordOptions, otherwise: string): void {
  if (!passwordStdin && !process.stdin.isTTY)
    throw new OperatorError(`Without a terminal, the password cannot be prompted for: ${otherwise}.`)
}

async function readName({ firstName, lastName, mail }: CreateOptions) {
  const name = { firstName: firstName?.trim() || null, lastName: lastName?.trim() || null }
  if ((name.firstName !== null && name.lastName !== null) || mail || !process.stdin.isTTY) return name
  return {
    firstName: name.firstName ?? (await prompt('First name')),
    lastName: name.lastName ?? (await prompt('Last name')),
  }
}

async function prompt(what: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and Ctrl-D abort the prompt.
  const aborted = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new OperatorError('Nothing was done.'))),
  )
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(`${what}: `), aborted])).trim()
      if (answer !== '') return answer
    }
  } finally {
    aborted.catch(() => {})
    terminal.close()
  }
}

/** Spaces around a password do not count in either way of entering it: `validatePassword` ignores them, too. */
async function readPassword({ passwordStdin }: PasswordOptions): Promise<string> {
  if (passwordStdin) return (await text(process.stdin)).trim()
  const first = await password({ message: 'Password' })
  const again = await password({ message: 'Repeat the password' })
  if (first.trim() !== again.trim()) throw new OperatorError('The two passwords differ.')
  return first.trim()
}

import { isEmail } from '@chisholm/domain/email'
import { lifetimes } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { newId, type UserId } from '../../database/ids.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { invalid } from '../../http/app-error.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import { recordAudit, operator } from '../audit-recorder/index.ts'
import { hashPassword, validateNewPassword } from '../auth/index.ts'
import { seedLibrary } from '../library/index.ts'
import { generateTemporaryPassword } from './invitations.ts'
import * as queries from './users.queries.ts'

export interface NewSuperAdmin {
  email: string
  firstName: string | null
  lastName: string | null
  /** Null sends a temporary password by e-mail. */
  password: string | null
}

/**
 * Creates a SuperAdmin from the command line. This is the first account of a practice, so its library lists are filled,
 * too.
 * @returns the id of the account
 * @throws invalid  the address is invalid or taken, or the password breaks a rule
 */
export async function createSuperAdmin(
  services: Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>,
  newAccount: NewSuperAdmin,
) {
  const { email, firstName, lastName, password } = newAccount
  if (!isEmail(email)) throw invalid({ email: [texts.validation.emailInvalid] })
  const profile = { email, first_name: firstName, last_name: lastName }
  const error = password === null ? null : await validateNewPassword(password, profile)
  if (error) throw invalid({ password: [error] })
  const temporary = generateTemporaryPassword()
  const password_hash = await hashPassword(password?.trim() ?? temporary)
  const id = newId<UserId>()
  await inTransaction(services, async (services) => {
    const { db, jobs } = services
    await acquireAdvisoryLock(db, `account ${email.toLowerCase()}`)
    if (await queries.lockUserByEmail(db, email)) throw invalid({ email: [serverTexts.validation.emailTaken] })
    await seedLibrary(db)
    await queries.insertUser(db, {
      id,
      ...profile,
      roles: ['SuperAdmin'],
      password_hash,
      ...(password === null
        ? { status: 'invited', temporary_password_until: new Date(Date.now() + lifetimes.invitationLife) }
        : { status: 'active', email_verified_at: new Date() }),
    })
    await recordAudit(db, operator, {
      action: 'account created',
      subject: { type: 'user', id },
      after: { email, roles: ['SuperAdmin'] },
    })
    if (password !== null) return
    const sender = await readSender(services)
    const message = templates.invitation(sender, email, temporary, ['SuperAdmin'])
    await jobs.enqueue(db, 'mail.send', { ...message, to: email })
  })
  return id
}

import { isEmail } from '@chisholm/domain/email'
import { lifetimes } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { newId, type UserId } from '../../database/ids.ts'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import { invalid } from '../../http/failures.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit, operator } from '../audit/index.ts'
import { hashPassword, newPasswordMistake } from '../auth/index.ts'
import { seedLibrary } from '../library/index.ts'
import { temporaryPassword } from './invitations.ts'
import * as queries from './users.queries.ts'

export interface NewSuperAdmin {
  email: string
  firstName: string | null
  lastName: string | null
  /** Null: a temporary one goes out by mail. */
  password: string | null
}

/**
 * Makes a SuperAdmin from the command line: the first account of a practice, whose library lists it fills.
 * @returns the id of the account
 * @throws invalid  the address is none or has an account, or the password breaks a rule
 */
export async function makeSuperAdmin(
  parts: Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>,
  asked: NewSuperAdmin,
) {
  const { email, firstName, lastName, password } = asked
  if (!isEmail(email)) throw invalid({ email: [texts.validation.emailInvalid] })
  const own = { email, first_name: firstName, last_name: lastName }
  const mistake = password === null ? null : await newPasswordMistake(password, own)
  if (mistake) throw invalid({ password: [mistake] })
  const temporary = temporaryPassword()
  const password_hash = await hashPassword(password?.trim() ?? temporary)
  const id = newId<UserId>()
  await inTransaction(parts, async (parts) => {
    const { db, jobs } = parts
    await oneAtATime(db, `account ${email.toLowerCase()}`)
    if (await queries.userByEmail(db, email)) throw invalid({ email: [texts.validation.emailTaken] })
    await seedLibrary(db)
    await db
      .insertInto('users')
      .values({
        id,
        ...own,
        roles: ['SuperAdmin'],
        password_hash,
        ...(password === null
          ? { status: 'invited', temporary_password_until: new Date(Date.now() + lifetimes.invitationLife) }
          : { status: 'active', email_verified_at: new Date() }),
      })
      .execute()
    await audit(db, operator, 'account created', { type: 'user', id }, null, { email, roles: ['SuperAdmin'] })
    if (password !== null) return
    const site = await senderOf(parts)
    const letter = templates.invitation(site, email, temporary, ['SuperAdmin'])
    await jobs.enqueue(db, 'mail.send', { ...letter, to: email })
  })
  return id
}

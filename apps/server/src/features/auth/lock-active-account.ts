import type { Transaction } from 'kysely'
import { isEmail } from '@chisholm/domain/email'
import { OperatorError } from '../../operator-error.ts'
import type { Tables } from '../../database/tables.ts'
import * as queries from './auth.queries.ts'

/**
 * Locks the account with this e-mail address, for a command of the operator.
 * @throws OperatorError  there is no such account, or it cannot sign in with a password
 */
export async function lockActiveAccount(tx: Transaction<Tables>, address: string) {
  const email = address.trim()
  if (!isEmail(email)) throw new OperatorError(`'${email}' is no e-mail address.`)
  const id = (await queries.userByEmail(tx, email))?.id
  const user = id && (await queries.lockUser(tx, id))
  if (!user)
    throw new OperatorError(`There is no account ${email}. npx chisholm admin create ${email} creates a SuperAdmin.`)
  if (user.status === 'invited')
    throw new OperatorError(`${email} was invited and has not signed in yet: an Admin sends the invitation again.`)
  if (user.status === 'disabled')
    throw new OperatorError(`The account ${email} is disabled: an Admin enables it first.`)
  return user
}

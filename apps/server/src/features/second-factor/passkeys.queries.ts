import type { UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Executor } from '../../database/executor.ts'

export const passkeysOfUser = (db: Executor, userId: UserId) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const passkeyByCredential = (db: Executor, userId: UserId, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** @returns false if the credential is already registered */
export const insertPasskey = (
  tx: Executor,
  passkey: {
    id: string
    user_id: UserId
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
  },
): Promise<boolean> => insertIfAbsent(tx, 'passkeys', passkey, ['credential_id'])

export const markPasskeyUsed = (tx: Executor, id: string, counter: number) =>
  tx.updateTable('passkeys').set({ counter, last_used_at: new Date() }).where('id', '=', id).execute()

/** @returns the name of the deleted passkey, or undefined if the user has no such passkey */
export const deletePasskey = (tx: Executor, userId: UserId, id: string) =>
  tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('name').executeTakeFirst()

export const saveRegistrationChallenge = (db: Executor, signInId: string, challenge: string) =>
  db.updateTable('sign_ins').set({ passkey_challenge: challenge }).where('id', '=', signInId).execute()

/** Removes the challenge that a new passkey has to sign. @returns false if it is another one, which stays, or none */
export const consumeRegistrationChallenge = async (
  db: Executor,
  signInId: string,
  challenge: string,
): Promise<boolean> =>
  (await db
    .updateTable('sign_ins')
    .set({ passkey_challenge: null })
    .where('id', '=', signInId)
    .where('passkey_challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()) !== undefined

import type { Executor } from '../../database/executor.ts'

/** Fingerprints of the keys with which the database was used. */
export async function readFingerprints(db: Executor): Promise<Buffer[]> {
  const rows = await db.selectFrom('secret_keys').select('fingerprint').execute()
  return rows.map(({ fingerprint }) => fingerprint)
}

export async function replaceFingerprints(tx: Executor, fingerprints: Buffer[]): Promise<void> {
  await tx.deleteFrom('secret_keys').where('fingerprint', 'not in', fingerprints).execute()
  await tx
    .insertInto('secret_keys')
    .values(fingerprints.map((fingerprint) => ({ fingerprint })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countOpenSignIns(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('sign_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  return count
}

export const endEverySignIn = (tx: Executor) =>
  tx.updateTable('sign_ins').set({ revoked_at: new Date() }).where('revoked_at', 'is', null).execute()

import { type Static, Type } from 'typebox'
import { nullable, namedObject, text, time } from './primitives.ts'

const bytes = Type.Integer({ description: 'bytes' })

/** An e-mail that could not be sent at the first attempt. */
export const FailedEmail = namedObject('FailedEmail', {
  id: Type.String({ format: 'uuid' }),
  to: text,
  subject: text,
  tries: Type.Integer(),
  reason: nullable(text),
  created_at: time,
  next_try_at: Type.Unsafe<string | null>({ ...nullable(time), description: 'null: no further attempt' }),
})
export type FailedEmail = Static<typeof FailedEmail>

/** The state of the server for Admins. */
export const Installation = namedObject('Installation', {
  version: text,
  database: Type.Object({ bytes, kind: Type.Enum(['embedded', 'server']) }),
  storage: Type.Object({ bytes, files: Type.Integer(), kind: Type.Enum(['folder', 'bucket']) }),
  disk: Type.Object({ free_bytes: bytes }, { description: 'on the disk of DATA_DIR' }),
  queue: Type.Object({ waiting: Type.Integer(), active: Type.Integer(), failed: Type.Integer() }),
  mail: Type.Enum(['smtp', 'outbox'], {
    description: 'outbox: e-mails are only written to DATA_DIR/outbox',
  }),
  failed_emails: Type.Array(FailedEmail, { description: 'the newest 50' }),
  last_backup: nullable(
    Type.Object({ at: time, bytes, to: text }, { description: 'the newest backup; null if none is known' }),
  ),
  second_factor: Type.Enum(['vets', 'off'], { description: 'roles for which a second factor is mandatory' }),
})
export type Installation = Static<typeof Installation>

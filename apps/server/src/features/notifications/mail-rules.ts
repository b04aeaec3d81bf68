import { channelsOf } from '@chisholm/domain/notifications'
import { newId, type NotificationId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Email } from '../../jobs/jobs.ts'
import type { MailRules } from '../../mail/email-jobs.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { adminIds } from './daily-notices.queries.ts'
import { insertAndDeliver } from './notify.ts'
import * as queries from './mail-rules.queries.ts'
import { planMails } from './preferences.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Whether a person wants this kind of e-mail, which may have changed while the e-mail waited. */
function isWanted(
  kind: Email['kind'],
  { channels, digest_on, receives_summaries }: NonNullable<Awaited<ReturnType<typeof queries.personOfAddress>>>,
): boolean {
  if (kind === undefined) return true
  if (kind === 'digest') return digest_on ?? false
  return kind === 'summary' ? receives_summaries : channelsOf(kind, channels?.[kind]).email
}

/** The rules that notifications provide to e-mails: preferences, unsubscribe links, and rejected addresses. */
export const mailRules = (services: Services): MailRules => ({
  plan: planMails,

  async recipient({ to, kind, sites }) {
    const person = await queries.personOfAddress(services.db, to, sites)
    const isAccountNotice = kind === undefined && sites === undefined
    return {
      shouldSend: isAccountNotice || (person !== undefined && person.may_read && isWanted(kind, person)),
      unsubscribeUrl: person ? unsubscribeUrl(services, person.id, kind ?? 'all') : null,
    }
  },

  /** Marks the address and notifies Admins, once until an e-mail to it is accepted again. */
  onRefused: ({ to }, reason) =>
    inTransaction(services, async (services) => {
      const { db } = services
      const person = await queries.markRefused(db, to)
      if (!person) return
      const code = /\b5\d\d\b/.exec(reason)?.[0] ?? '5xx'
      const origin = { person: null, requestId: `mail to ${person.id}`, source: 'mail server' }
      await recordAudit(db, origin, {
        action: 'address refused',
        subject: { type: 'user', id: person.id },
        after: { code },
      })
      const admins = (await adminIds(db)).filter((id) => id !== person.id)
      await insertAndDeliver(
        services,
        admins.map((user_id) => ({
          id: newId<NotificationId>(),
          user_id,
          kind: 'alert',
          post_mortem_id: null,
          title: 'E-mails to a person are rejected',
          // without name and address, which would remain after the person is erased
          text: `The mail server permanently rejected an e-mail (${code}). Please check the address.`,
          link: `/a/admin/users/${person.id}`,
          in_app: true,
        })),
      )
    }),

  async onAccepted({ to }) {
    await queries.clearRefusal(services.db, to)
  },
})

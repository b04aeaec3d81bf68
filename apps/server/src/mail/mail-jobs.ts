import { longDate } from '@chisholm/domain/dates'
import type { Parts } from '../http/context.ts'
import type { Workers } from '../jobs/jobs.ts'
import type { Mail } from './mail.ts'
import { ticketForMail, vetEmails } from './mail.queries.ts'
import * as templates from './templates.ts'

/**
 * The work behind the queue. A ticket's news becomes one job per recipient first, all in one transaction,
 * so that a letter that is tried again never reaches the others twice.
 */
export function mailWorkers(
  parts: Parts,
  mail: Mail,
): Omit<Workers, 'mail-reset-code' | 'mail-invitation' | 'clean-up'> {
  type Ticket = NonNullable<Awaited<ReturnType<typeof ticketForMail>>>

  const tell = (write: typeof templates.postMortemSent, recipients: (ticket: Ticket) => Promise<(string | null)[]>) => {
    return async ({ id }: { id: string }) => {
      const ticket = await ticketForMail(parts.db, id)
      if (!ticket) return
      const { site, messageId } = await senderOf(parts)
      const content = write(site, factsOf(ticket))
      const addresses = (await recipients(ticket)).filter((address) => address !== null)
      await parts.db.transaction().execute(async (tx) => {
        for (const to of addresses)
          await parts.jobs.enqueue(tx, 'mail.send', { ...content, to, messageId: messageId() })
      })
    }
  }

  return {
    'mail.send': (letter) => mail.send(letter),
    'tell-vets': tell(templates.postMortemSent, async () => (await vetEmails(parts.db)).map((vet) => vet.email)),
    'tell-assigned': tell(templates.postMortemAssigned, async (ticket) => [ticket.vet_email]),
    'tell-scheduled': tell(templates.postMortemScheduled, async (ticket) => [ticket.requester_email]),
    'tell-completed': tell(templates.postMortemCompleted, async (ticket) => [ticket.requester_email]),
  }

  function factsOf(ticket: Ticket): templates.TicketFacts {
    const vet = [ticket.vet_first_name, ticket.vet_last_name].filter(Boolean).join(' ')
    return {
      id: ticket.id,
      number: `CHM-${ticket.pin}`,
      place: `${ticket.customer} - ${ticket.site}`,
      requester: [ticket.requester_first_name, ticket.requester_last_name].filter(Boolean).join(' '),
      animals: ticket.animals,
      date: ticket.scheduled_at && longDate(ticket.scheduled_at),
      vet: vet || null,
    }
  }
}

/**
 * What every letter says of who writes it. It reads by a connection of its own, so ask before a transaction begins
 * where you can.
 * @returns `messageId` makes one of our own, to be the same each time the letter is tried
 */
export async function senderOf(parts: Pick<Parts, 'settings' | 'provider'>) {
  const { name, email } = await parts.provider()
  const domain = email.split('@')[1] ?? 'localhost'
  return {
    site: { url: parts.settings.publicUrl, provider: name },
    messageId: () => `<${crypto.randomUUID()}@${domain}>`,
  }
}

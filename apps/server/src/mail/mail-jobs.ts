import { longVisit, type Zone } from '@chisholm/domain/dates'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Executor, Parts } from '../http/context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job, Workers } from '../jobs/jobs.ts'
import { hasLaterJob } from '../jobs/queue-depth.ts'
import type { Mail } from './mail.ts'
import { lockPeopleOfTicket, ticketForMail, vetEmails } from './mail.queries.ts'
import * as templates from './templates.ts'

type TicketJob = 'tell-vets' | 'tell-assigned' | 'tell-scheduled' | 'tell-completed'
type Ticket = NonNullable<Awaited<ReturnType<typeof ticketForMail>>>

/**
 * The mail work behind the queue. News of a ticket become one job per recipient, in one transaction with the end of the job
 * that told them: no letter is written twice, and one that is tried again never reaches the others twice.
 */
export function mailWorkers(parts: Parts, mail: Mail): Pick<Workers, 'mail.send' | TicketJob> {
  const tell =
    (
      name: TicketJob,
      write: typeof templates.postMortemSent,
      recipients: (db: Transaction<Tables>, ticket: Ticket) => Promise<(string | null)[]>,
    ) =>
    (job: Job<TicketJob>) =>
      inTransaction(parts, async (parts) => {
        const { db } = parts
        // the last change tells what holds; one before it would tell the same a second time
        const isSuperseded = await hasLaterJob(db, name, job)
        if (!(await job.finish(db)) || isSuperseded) return
        await lockPeopleOfTicket(db, job.data.id, name === 'tell-vets')
        const ticket = await ticketForMail(db, job.data.id)
        if (!ticket) return
        const { time_zone: zone } = await parts.provider(db)
        const content = write(await senderOf(parts), factsOf(ticket, zone))
        const addresses = (await recipients(db, ticket)).filter((address) => address !== null)
        await parts.jobs.enqueueAll(
          db,
          'mail.send',
          addresses.map((to) => ({ ...content, to })),
        )
      })

  return {
    // a letter to somebody who was erased while it was being sent is emptied, and not tried again
    'mail.send': async (job) => (job.data.to ? mail.send(job.data, job.id) : undefined),
    'tell-vets': tell('tell-vets', templates.postMortemSent, async (db) =>
      (await vetEmails(db)).map((vet) => vet.email),
    ),
    'tell-assigned': tell('tell-assigned', templates.postMortemAssigned, async (_db, ticket) => [ticket.vet_email]),
    'tell-scheduled': tell('tell-scheduled', templates.postMortemScheduled, async (_db, ticket) => [
      ticket.requester_email,
    ]),
    'tell-completed': tell('tell-completed', templates.postMortemCompleted, async (_db, ticket) => [
      ticket.requester_email,
    ]),
  }

  function factsOf(ticket: Ticket, zone: Zone): templates.TicketFacts {
    const vet = [ticket.vet_first_name, ticket.vet_last_name].filter(Boolean).join(' ')
    return {
      id: ticket.id,
      number: `CHM-${ticket.pin}`,
      place: `${ticket.customer} - ${ticket.site}`,
      requester: [ticket.requester_first_name, ticket.requester_last_name].filter(Boolean).join(' '),
      animals: ticket.animals,
      date: ticket.scheduled_at && longVisit(ticket.scheduled_at, zone),
      vet: vet || null,
    }
  }
}

/** What every letter says of who writes it. */
export async function senderOf({
  db,
  settings,
  provider,
}: Pick<Parts, 'settings' | 'provider'> & { db: Executor }): Promise<templates.Site> {
  const { name, address, logoKey } = await provider(db)
  return { url: settings.publicUrl, provider: name, address, logo: logoKey }
}

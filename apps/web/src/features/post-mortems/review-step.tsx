import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { longDate, longVisit } from '@chisholm/domain/dates'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useZone } from '../../api/practice.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { HistorySection } from '../audit-log/index.ts'
import { AnimalList } from './animal-list.tsx'
import { Pill } from './pills.tsx'
import { useEntriesOf, useSendTicket } from './queries.ts'
import { RefusalBanner } from './refusal-banner.tsx'
import { type StepProps, StepFrame } from './step-frame.tsx'
import { Steps } from './steps.tsx'
import { VetActions } from './vet-actions.tsx'
import { WaitingPill } from './waiting-pill.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

const nameOf = (person: { first_name: string; last_name: string } | null) =>
  person ? `${person.first_name} ${person.last_name}` : null

/** The complete post-mortem with all actions its status allows. */
export function ReviewStep({ ticket, vetRoute, beside, go, onDelete }: StepProps) {
  const person = useSession()
  const zone = useZone()
  const navigate = useNavigate()
  const sending = useSendTicket(ticket.id)
  const entries = useEntriesOf(ticket.id)
  const { ask, dialog } = useConfirm()
  const { veterinary_record: record } = ticket
  const subject = toPermissionSubject(ticket)
  // specification 4.2: an animal, a draft, no vet assigned, not completed, not on a vet route
  const maySend =
    person !== null &&
    !vetRoute &&
    ticket.animals > 0 &&
    record.scheduled_for_id === null &&
    can(person, 'postMortem.send', subject)
  const mayAdd = person !== null && can(person, 'animal.add', subject)
  const mayEdit = person !== null && !vetRoute && can(person, 'postMortem.edit', subject)
  const mayDelete = person !== null && can(person, 'postMortem.delete', subject)
  const completed = ticket.status === 'Completed'

  const send = async () => {
    try {
      await sending.mutateAsync()
      go({ step: 'sent' })
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.updatePostMortem))
    }
  }
  const deleteTicket = async () => {
    if (await ask({ title: uiTexts.askDelete(ticket.title), verb: uiTexts.delete, dangerous: true })) onDelete()
  }
  const openReport = () =>
    void navigate({ to: vetRoute ? `/a/vet/ticketdetail/${ticket.id}/report` : `/a/postmortem/${ticket.id}/report` })

  const foot =
    maySend || (ticket.draft === 1 && mayAdd) ? (
      <>
        <Button variant={maySend ? 'default' : 'filled'} onClick={() => go({ step: 'animal' })}>
          {postMortemTexts.addAnimal}
        </Button>
        {maySend && (
          <Button loading={sending.isPending} onClick={() => void send()}>
            {postMortemTexts.send}
          </Button>
        )}
      </>
    ) : completed ? (
      // specification 4.2 and 6: the same for every role that may view it
      <Button onClick={openReport}>{postMortemTexts.report}</Button>
    ) : null

  const facts: [string, string | null][] = [
    [postMortemTexts.created, longDate(ticket.created_at, zone)],
    [postMortemTexts.submittedBy, nameOf(record.requested_by) ?? nameOf(record.created_by)],
    [postMortemTexts.customerAndSite, `${ticket.customer.name}: ${record.site.name}`],
    record.completed_at
      ? [postMortemTexts.completed, longDate(record.completed_at, zone)]
      : [postMortemTexts.scheduled, record.scheduled_at && longVisit(record.scheduled_at, zone)],
    [
      postMortemTexts.vet,
      nameOf(record.scheduled_for) ??
        nameOf(record.completed_by) ??
        (ticket.draft === 1 ? null : postMortemTexts.unassigned),
    ],
    [postMortemTexts.visit, ticket.no_vet_visit_requested === 1 ? postMortemTexts.noVisit : null],
    [postMortemTexts.notes, ticket.note ?? texts.empty.notes],
  ]
  return (
    <StepFrame
      title={ticket.title}
      beside={beside}
      back={vetRoute ? true : '/a/postmortems/' + tabOf(ticket.status)}
      foot={foot}
    >
      {ticket.draft === 1 && !vetRoute && <Steps reached={3} />}
      <div className="row between">
        <h1>{ticket.title}</h1>
        <Pill text={ticket.status} />
      </div>
      <WaitingPill entries={entries} />
      <RefusalBanner ticketId={ticket.id} go={go} />
      {vetRoute && !completed && <VetActions ticket={ticket} onComplete={() => go({ step: 'complete' })} />}
      <dl className="facts card">
        {facts.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {mayEdit && (
        <Button
          variant="subtle"
          mih={44}
          leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />}
          onClick={() => go({ step: 'details' })}
          style={{ alignSelf: 'flex-start' }}
        >
          {outboxTexts.editDetails}
        </Button>
      )}
      <AnimalList ticket={ticket} vetRoute={vetRoute} onEdit={(animal) => go({ step: 'animal', animal })} />
      {!foot && mayAdd && (
        <Button variant="default" onClick={() => go({ step: 'animal' })}>
          {postMortemTexts.addAnimal}
        </Button>
      )}
      {mayDelete && (
        <Button variant="subtle" color="red" onClick={() => void deleteTicket()}>
          {uiTexts.delete}
        </Button>
      )}
      <HistorySection ticketId={ticket.id} />
      {dialog}
    </StepFrame>
  )
}

const tabOf = (status: string) =>
  ({ Draft: 'draft', Pending: 'pending', 'In Progress': 'scheduled', Completed: 'complete' })[status] ?? 'draft'

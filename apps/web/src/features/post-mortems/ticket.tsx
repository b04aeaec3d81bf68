import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useState } from 'react'
import { useOutbox } from '../../api/outbox-state.ts'
import { useSession } from '../../api/session.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { allowedStep } from './allowed-step.ts'
import { AnimalStep } from './animal-step.tsx'
import { CompleteStep } from './complete-step.tsx'
import { DeletedTicket, useDeletion } from './deletion.tsx'
import { DetailsStep } from './details-step.tsx'
import { GoneTicket } from './gone-ticket.tsx'
import { useEntriesOf, useTicket } from './queries.ts'
import { ReviewStep } from './review-step.tsx'
import { SentStep } from './sent-step.tsx'
import type { StepProps } from './step-frame.tsx'

export interface TicketSearch {
  step?: 'details' | 'animal' | 'sent' | 'complete' | undefined
  animal?: string | undefined
  rfid?: string | undefined
}

interface TicketProps {
  id: string
  animalId?: string | undefined
  vetRoute: boolean
  /** Rendered in the detail pane of the split view. */
  beside?: boolean
}

/** The step is in the URL, so that back and reload work. */
export function Ticket({ id, animalId, vetRoute, beside = false }: TicketProps) {
  const { ticket, title, isPending, isGone, refetch } = useTicket(id)
  const entries = useEntriesOf(id)
  const { isDeleting, remove } = useDeletion(id, beside)
  const deletion = useOutbox().waiting.find(({ kind, ticketId }) => kind === 'delete ticket' && ticketId === id)
  if (isPending || (!ticket && isDeleting)) return <PendingTicket beside={beside} />
  if (isGone && entries.some(({ refusal }) => refusal)) return <GoneTicket ticketId={id} beside={beside} />
  if (isGone && deletion)
    return <DeletedTicket title={title ?? postMortemTexts.ticket} entry={deletion} beside={beside} />
  if (isGone) return beside ? <h1>{texts.refusal.notFound}</h1> : <NotFound />
  if (!ticket) return <FailedState text={texts.failure.getPostMortems} retry={refetch} />
  return (
    <TicketStep
      ticket={ticket}
      animalId={animalId}
      vetRoute={vetRoute}
      beside={beside}
      onDelete={() => void remove(ticket.title)}
    />
  )
}

const PendingTicket = ({ beside }: { beside: boolean }) =>
  beside ? (
    <>
      <h1 className="visually-hidden">{postMortemTexts.ticket}</h1>
      <Skeletons />
    </>
  ) : (
    <Page title={postMortemTexts.ticket} back>
      <Skeletons />
    </Page>
  )

type TicketStepProps = Omit<StepProps, 'go'> & Pick<TicketProps, 'animalId'>

/** Shows the requested step, or the review if it is not allowed. */
function TicketStep({ animalId, ...shared }: TicketStepProps) {
  const { ticket, vetRoute } = shared
  const search: TicketSearch = useSearch({ strict: false })
  const asked: TicketSearch = animalId ? { step: 'animal', animal: animalId } : search
  const entries = useEntriesOf(ticket.id)
  const person = useSession()
  const navigate = useNavigate()
  // gives each new animal an empty form, although all have the same URL
  const [round, setRound] = useState(0)
  const lead = (step: TicketSearch, replace = false) => {
    setRound(round + 1)
    void navigate({
      // an animal in the path is left by changing the path
      to: animalId ? `/a/vet/ticketdetail/${ticket.id}` : '.',
      search: (now: object) => ({ ...now, step: undefined, animal: undefined, rfid: undefined, ...step }),
      replace,
    })
  }
  const step = person ? allowedStep({ search: asked, ticket, entries, person, vetRoute }) : undefined
  const isWrong = asked.step !== undefined && step === undefined
  useEffect(() => {
    if (isWrong) lead({}, true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- led once for each wrong step, not for each drawing
  }, [isWrong])
  const props = { ...shared, go: (next: TicketSearch) => lead(next) }
  if (step === 'animal')
    return <AnimalStep key={asked.animal ?? `new ${round}`} {...props} animalId={asked.animal} rfid={asked.rfid} />
  if (step === 'details') return <DetailsStep {...props} />
  if (step === 'sent') return <SentStep {...props} />
  if (step === 'complete') return <CompleteStep {...props} />
  return <ReviewStep {...props} />
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { AnimalStep } from './animal-step.tsx'
import { CompleteStep } from './complete-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { GoneTicket } from './gone-ticket.tsx'
import { useEntriesOf, useTicket } from './queries.ts'
import { ReviewStep } from './review-step.tsx'
import { SentStep } from './sent-step.tsx'

export interface TicketSearch {
  step?: 'details' | 'animal' | 'sent' | 'complete' | undefined
  animal?: string | undefined
  rfid?: string | undefined
}

interface TicketProps {
  id: string
  animalId?: string | undefined
  vetRoute: boolean
  /** Drawn beside the list of a desktop, inside a page that is there already. */
  beside?: boolean
}

/** A ticket at one of its steps; the step is kept in the URL, so that back and reload do what one expects. */
export function Ticket({ id, animalId, vetRoute, beside = false }: TicketProps) {
  const search = useSearch({ strict: false }) as TicketSearch
  const { ticket, isPending, isGone, refetch } = useTicket(id)
  const refused = useEntriesOf(id).some(({ refusal }) => refusal)
  const navigate = useNavigate()
  const go = (step: TicketSearch) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, step: undefined, animal: undefined, rfid: undefined, ...step })) as never,
    })
  if (isPending)
    return beside ? (
      <>
        <h1 className="visually-hidden">{uiTexts.ticket}</h1>
        <Skeletons />
      </>
    ) : (
      <Page title={uiTexts.ticket} back>
        <Skeletons />
      </Page>
    )
  if (isGone && refused) return <GoneTicket ticketId={id} beside={beside} />
  if (isGone) return beside ? <h1>{texts.refusal.notFound}</h1> : <NotFound />
  if (!ticket) return <FailedState text={texts.failure.getPostMortems} retry={refetch} />
  const step = animalId ? 'animal' : search.step
  const shared = { ticket, vetRoute, beside, go }
  if (step === 'animal')
    return (
      <AnimalStep
        key={animalId ?? search.animal ?? 'new'}
        {...shared}
        animalId={animalId ?? search.animal}
        rfid={search.rfid}
      />
    )
  if (step === 'details') return <DetailsStep {...shared} />
  if (step === 'sent') return <SentStep {...shared} />
  if (step === 'complete') return <CompleteStep {...shared} />
  return <ReviewStep {...shared} />
}

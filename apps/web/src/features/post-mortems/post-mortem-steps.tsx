import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { vetPostMortemPath } from '@chisholm/domain/page-paths'
import { texts } from '@chisholm/domain/texts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useOutbox } from '../../api/outbox-state.ts'
import { useSession } from '../../api/session.ts'
import { Deferred } from '../../ui/deferred.tsx'
import { SiteZone } from '../../ui/site-zone.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { ExpectScan } from '../../ui/use-keyboard-scan.ts'
import { changeReturn } from '../../ui/return-after-sign-in.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { allowedStep } from './allowed-step.ts'
import { AnimalStep } from './animal-step.tsx'
import { CompleteStep } from './complete-step.tsx'
import { WithDangerWarning } from './danger-warning.tsx'
import { DeletedPostMortem, useDeleteAndLeave } from './delete-post-mortem.tsx'
import { DetailsStep } from './details-step.tsx'
import { DeletedElsewhere } from './deleted-elsewhere.tsx'
import { useOutboxEntriesOf, usePostMortem } from './queries.ts'
import { ReviewStep } from './review-step.tsx'
import { SentStep } from './sent-step.tsx'
import type { StepProps } from './step-layout.tsx'
import type { StepSearch } from './step-search-params.ts'

// the largest screen of a ticket, for veterinarians only
const ExamineStep = lazy(async () => ({ default: (await import('./examine/examine-step.tsx')).ExamineStep }))

interface PostMortemStepsProps {
  id: string
  animalId?: string | undefined
  vetRoute: boolean
  /** Whether the steps are rendered in the detail pane of the split view. */
  inSplitView?: boolean
}

/** The step is in the URL, so that back and reload work. */
export function PostMortemSteps({ id, animalId, vetRoute, inSplitView = false }: PostMortemStepsProps) {
  const { postMortem, title, isPending, isGone, isFetching, refetch } = usePostMortem(id)
  // whether the ticket was already cached, as after going back
  const [wasKnown] = useState(Boolean(postMortem))
  const entries = useOutboxEntriesOf(id)
  const { isDeleting, remove } = useDeleteAndLeave(id, inSplitView)
  const deletion = useOutbox().unsent.find(
    ({ kind, postMortemId }) => kind === 'delete post-mortem' && postMortemId === id,
  )
  const { step }: StepSearch = useSearch({ strict: false })
  const loading = (
    <StepWithoutPostMortem inSplitView={inSplitView}>
      {step === 'animal' && <ExpectScan />}
      <Skeletons />
    </StepWithoutPostMortem>
  )
  if (isPending || (!postMortem && isDeleting)) return loading
  if (isGone && deletion && !entries.some(({ refusal }) => refusal))
    return (
      <DeletedPostMortem title={title ?? postMortemTexts.postMortemTitle} entry={deletion} inSplitView={inSplitView} />
    )
  if (isGone) return <DeletedElsewhere postMortemId={id} inSplitView={inSplitView} />
  if (!postMortem)
    return (
      <StepWithoutPostMortem inSplitView={inSplitView}>
        <FailedState text={texts.failure.getPostMortems} onRetry={refetch} isRetrying={isFetching} />
      </StepWithoutPostMortem>
    )
  return (
    <Deferred fallback={loading} immediately={wasKnown}>
      <WithDangerWarning postMortem={postMortem}>
        <SiteZone site={postMortem.veterinary_record.site}>
          <CurrentStep
            postMortem={postMortem}
            animalId={animalId}
            vetRoute={vetRoute}
            inSplitView={inSplitView}
            onDelete={() => void remove(postMortem.title)}
          />
        </SiteZone>
      </WithDangerWarning>
    </Deferred>
  )
}

/** The heading of a post-mortem that is loading or could not be loaded. */
const StepWithoutPostMortem = ({ inSplitView, children }: { inSplitView: boolean; children: ReactNode }) =>
  inSplitView ? (
    <>
      <h1 className="visually-hidden">{postMortemTexts.postMortemTitle}</h1>
      {children}
    </>
  ) : (
    <Page title={postMortemTexts.postMortemTitle} back>
      {children}
    </Page>
  )

/** Equal as long as the same step is shown. In the split view, the page has search parameters of its list, too. */
function stepKeyOf({ pathname, search }: { pathname: string; search: { ticket?: string } & StepSearch }): string {
  const { ticket, step, animal } = search
  return JSON.stringify([pathname, ticket, step, animal])
}

type CurrentStepProps = Omit<StepProps, 'goToStep'> & Pick<PostMortemStepsProps, 'animalId'>

/** Shows the requested step, or the review if that step is not allowed. */
function CurrentStep({ animalId, ...shared }: CurrentStepProps) {
  const { postMortem, vetRoute } = shared
  const search: StepSearch = useSearch({ strict: false })
  const requested: StepSearch = animalId ? { step: 'animal', animal: animalId } : search
  const entries = useOutboxEntriesOf(postMortem.id)
  const currentUser = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  // The count resets the form for each new animal, because all have the same URL.
  const [newAnimalCount, setNewAnimalCount] = useState(0)
  const here = stepKeyOf(router.state.location)
  const goToStep = (step: StepSearch, replace = false) => {
    const search = (now: object) => ({ ...now, step: undefined, animal: undefined, rfid: undefined, ...step })
    // If the path names the animal, leaving it means changing the path.
    const ownPath = animalId && vetPostMortemPath(postMortem.id)
    const isHere = (place: object) => JSON.stringify(place).includes(postMortem.id)
    const isSignedOut = changeReturn(router, (place) =>
      isHere(place) ? { pathname: ownPath ?? place.pathname, search: search(place.search) } : null,
    )
    // the user has gone elsewhere while something was being saved
    if (isSignedOut || stepKeyOf(router.state.location) !== here) return
    setNewAnimalCount(newAnimalCount + 1)
    void navigate({
      to: ownPath ?? '.',
      search,
      replace,
      // the review scrolls to the animal
      resetScroll: step.step !== undefined || step.animal === undefined,
    })
  }
  const step = currentUser ? allowedStep({ search: requested, postMortem, entries, currentUser, vetRoute }) : undefined
  const isForbidden = currentUser !== null && requested.step !== undefined && step === undefined
  useEffect(() => {
    if (isForbidden) goToStep({}, true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- redirects once per wrong step, not on each render
  }, [isForbidden])
  const props = { ...shared, goToStep }
  if (step === 'animal')
    return (
      <AnimalStep
        key={requested.animal ?? `new ${newAnimalCount}`}
        {...props}
        animalId={requested.animal}
        rfid={requested.rfid}
      />
    )
  if (step === 'details') return <DetailsStep {...props} />
  if (step === 'sent') return <SentStep {...props} />
  // three columns do not fit beside the list
  if (step === 'examine' && props.inSplitView)
    return <Navigate to={vetPostMortemPath(postMortem.id)} search={{ step, animal: requested.animal }} replace />
  if (step === 'examine')
    return (
      <Suspense fallback={<Skeletons />}>
        <ExamineStep postMortem={postMortem} animalId={requested.animal ?? ''} goToStep={props.goToStep} />
      </Suspense>
    )
  if (step === 'complete') return <CompleteStep {...props} />
  return <ReviewStep {...props} />
}

import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { clockOfAll } from '@chisholm/domain/carcass'
import { postMortemPathOnRoute, reportPath } from '@chisholm/domain/page-paths'
import { clientTabOfStatus } from '@chisholm/domain/status'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { outboxTexts } from '../../outbox-texts.ts'
import { HistorySection } from '../audit-log/index.ts'
import { ConversationSection } from '../comments/index.ts'
import { photoTexts, useAllPhotoDrafts } from '../photos/index.ts'
import { AmendmentBanner, amendmentBannerId, IssueAmendedButton, ReportSection } from '../reports/index.ts'
import { SamplesSection } from '../samples/index.ts'
import { AnimalList } from './animal-list.tsx'
import { EnteredInput } from './entered-input.tsx'
import { useOrphanedDrafts } from './orphaned-drafts.ts'
import { OrphanedInput } from './orphaned-input.tsx'
import { ClockPill } from './card-clock.tsx'
import { Pill } from './status-pills.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { useSendFromReview } from './use-send-from-review.ts'
import { MissingPhotos } from './missing-photos.tsx'
import { RefusalBanner } from './refusal-banner.tsx'
import { ReviewDetails } from './review-details.tsx'
import { reviewPermissions } from './review-permissions.ts'
import { SeenBeforeReports } from './seen-before-reports.tsx'
import { opinionsOf } from './save-opinions.ts'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { VetFooter } from './vet-footer.tsx'
import { VisitCard } from './visit-card.tsx'
import { useWaitingCompletion, WaitingCompletion } from './waiting-completion.tsx'
import { UnsentPill } from './unsent-pill.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface FooterOptions extends StepProps {
  permissions: ReturnType<typeof reviewPermissions>
  sending: ReturnType<typeof useSendFromReview>
  /** Null while a completion waits in the outbox. */
  openReport: (() => void) | null
}

/** The next action: to add animals and send, to examine and complete, or to open the report. Null: none. */
function renderFooter({ permissions, sending, openReport, ...props }: FooterOptions) {
  const { postMortem, goToStep } = props
  const { maySend, mayComplete } = permissions
  if (addsInFooter(postMortem, permissions))
    return (
      <>
        <Button variant={maySend ? 'default' : 'filled'} onClick={() => goToStep({ step: 'animal' })}>
          {postMortemTexts.addAnimal}
        </Button>
        {maySend && (
          <Button loading={sending.isSending} onClick={() => void sending.send()}>
            {postMortemTexts.send}
          </Button>
        )}
      </>
    )
  if (mayComplete) return <VetFooter postMortem={postMortem} goToStep={goToStep} />
  if (postMortem.status !== 'Completed' || openReport === null) return null
  // According to specification 4.2 and 6 this is the same for every role that may see the post-mortem.
  const { amendment } = postMortem
  return (
    <>
      <Button variant={isAmended(props) ? 'default' : 'filled'} onClick={openReport}>
        {postMortemTexts.report}
      </Button>
      {isAmended(props) && amendment && (
        <IssueAmendedButton postMortem={postMortem} amendment={amendment} opinions={opinionsOf(postMortem)} />
      )}
    </>
  )
}

const addsInFooter = (
  { draft }: StepProps['postMortem'],
  { maySend, mayAdd }: Pick<FooterOptions['permissions'], 'maySend' | 'mayAdd'>,
) => maySend || (draft === 1 && mayAdd)

/** The next action is then to issue the amended report, not to open the old one. */
const isAmended = ({ postMortem, vetRoute }: StepProps) => vetRoute && postMortem.amendment !== null

/** The complete post-mortem with all actions that its status allows. */
export function ReviewStep(props: StepProps) {
  const { postMortem, vetRoute, inSplitView, goToStep, onDelete } = props
  const isSent = postMortem.draft === 0
  const permissions = reviewPermissions(useSession(), props)
  const { maySend, mayAdd, mayEdit, mayDelete, maySchedule } = permissions
  const sending = useSendFromReview(props)
  const completion = useWaitingCompletion(postMortem.id)
  const opinions = opinionsOf(postMortem)
  const navigate = useNavigate()
  const pathOfReport = reportPath(postMortemPathOnRoute(vetRoute, postMortem.id))
  const openReport = () => void navigate({ to: pathOfReport })
  return (
    <StepLayout
      title={postMortem.title}
      inSplitView={inSplitView}
      back={vetRoute ? true : '/a/postmortems/' + clientTabOfStatus[postMortem.status]}
      footer={renderFooter({ ...props, permissions, sending, openReport: completion ? null : openReport })}
    >
      {!isSent && !vetRoute && <StepIndicator reached={3} />}
      <ReviewHeading postMortem={postMortem} />
      <ReviewBanners {...props} completion={completion} opinions={opinions} sending={sending} maySend={maySend} />
      {maySchedule && <VisitCard postMortem={postMortem} />}
      <ReviewDetails postMortem={postMortem} withVisit={!maySchedule} />
      {mayEdit && (
        <Button
          variant="subtle"
          mih={44}
          leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />}
          onClick={() => goToStep({ step: 'details' })}
          style={{ alignSelf: 'flex-start' }}
        >
          {outboxTexts.editDetails}
        </Button>
      )}
      <AnimalList
        postMortem={postMortem}
        vetRoute={vetRoute}
        onEdit={(animal) => goToStep({ step: 'animal', animal })}
      />
      {!addsInFooter(postMortem, permissions) && mayAdd && (
        <Button variant="default" onClick={() => goToStep({ step: 'animal' })}>
          {postMortemTexts.addAnimal}
        </Button>
      )}
      {isSent && !completion && (
        <ReportSection postMortem={postMortem} vetRoute={vetRoute} reportPath={pathOfReport} opinions={opinions} />
      )}
      {isSent && <SamplesSection postMortem={postMortem} />}
      {isSent && <ConversationSection postMortem={postMortem} />}
      <HistorySection postMortemId={postMortem.id} />
      {mayDelete && <DeleteButton postMortem={postMortem} onDelete={onDelete} />}
    </StepLayout>
  )
}

interface ReviewBannersProps extends StepProps {
  completion: ReturnType<typeof useWaitingCompletion>
  opinions: ReturnType<typeof opinionsOf>
  sending: ReturnType<typeof useSendFromReview>
  maySend: boolean
}

/** What is unsent, refused, left over, or still to be decided about the post-mortem. */
function ReviewBanners({ completion, opinions, sending, maySend, ...props }: ReviewBannersProps) {
  const { postMortem, vetRoute, goToStep } = props
  const { sendWithoutPhotos, missingPhotos } = sending
  const entries = useOutboxEntriesOf(postMortem.id)
  const orphanedDrafts = useOrphanedDrafts(postMortem.id, postMortem)
  return (
    <>
      <UnsentPill entries={entries} />
      <RefusalBanner postMortemId={postMortem.id} goToStep={goToStep} />
      <EnteredInput entries={refusedOfMissingAnimals(postMortem, entries)} />
      <OrphanedInput drafts={orphanedDrafts} />
      <SeenBeforeReports postMortem={postMortem} vetRoute={vetRoute} goToStep={goToStep} />
      {completion && <WaitingCompletion entry={completion} />}
      {isAmended(props) && postMortem.amendment && (
        <div id={amendmentBannerId}>
          <AmendmentBanner postMortem={postMortem} amendment={postMortem.amendment} opinions={opinions} />
        </div>
      )}
      {missingPhotos && maySend && (
        <MissingPhotos postMortem={postMortem} missing={missingPhotos} onSend={sendWithoutPhotos} goToStep={goToStep} />
      )}
    </>
  )
}

/** Refused entries of animals that somebody else has deleted, which no card shows. */
const refusedOfMissingAnimals = (
  { veterinary_record: { veterinary_record_animals: animals } }: StepProps['postMortem'],
  entries: readonly OutboxEntry[],
) => entries.filter((entry) => entry.refusal && 'animalId' in entry && animals.every(({ id }) => id !== entry.animalId))

const ReviewHeading = ({ postMortem: { title, status, veterinary_record: record } }: Pick<StepProps, 'postMortem'>) => (
  <div className="row between">
    <h1>{title}</h1>
    <span className="row pills">
      {status !== 'Completed' && (
        <ClockPill clockAt={(limits, now) => clockOfAll(record.veterinary_record_animals, limits, now)} />
      )}
      <Pill text={status} />
    </span>
  </div>
)

/** Asks before the post-mortem is deleted. */
function DeleteButton({ postMortem: { id, title }, onDelete }: Pick<StepProps, 'postMortem' | 'onDelete'>) {
  const { ask, dialog } = useConfirm()
  // without a connection, a new one has no number yet
  const name = title === postMortemTexts.newPostMortem ? postMortemTexts.thisPostMortem : title
  const unsent = useAllPhotoDrafts().filter(({ postMortemId }) => postMortemId === id).length
  const askAndDelete = async () => {
    const question = {
      title: uiTexts.askDelete(name),
      ...(unsent > 0 && { text: photoTexts.notSentBeforeDeletion(unsent) }),
      confirmLabel: uiTexts.delete,
      isDangerous: true,
    }
    if (await ask(question)) onDelete()
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => void askAndDelete()}>
        {uiTexts.deleteOf(name)}
      </Button>
      {dialog}
    </>
  )
}

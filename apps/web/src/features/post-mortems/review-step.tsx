import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clockOfAll } from '@chisholm/domain/carcass'
import { formatLongDate, formatVisitAtSite } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { ApiError } from '../../api/client.ts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { HistorySection } from '../audit-log/index.ts'
import { ConversationSection } from '../comments/index.ts'
import { AmendmentBanner, amendmentBannerId, ReportSection } from '../reports/index.ts'
import { SamplesSection } from '../samples/index.ts'
import { AnimalList } from './animal-list.tsx'
import { ClockPill } from './card-clock.tsx'
import { Pill } from './status-pills.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { useSendPostMortem } from './use-send-post-mortem.ts'
import { MissingPhotos, missingPhotosOf } from './missing-photos.tsx'
import { RefusalBanner } from './refusal-banner.tsx'
import { SeenBeforeReports } from './seen-before-reports.tsx'
import { opinionsOf } from './save-opinions.ts'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { VetFoot } from './vet-foot.tsx'
import { VisitCard } from './visit-card.tsx'
import { useWaitingCompletion, WaitingCompletion } from './waiting-completion.tsx'
import { UnsentPill } from './unsent-pill.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

const nameOf = (user: { first_name: string; last_name: string } | null) => user && fullName(user)

/** The complete post-mortem with all actions that its status allows. */
export function ReviewStep({ postMortem, vetRoute, inSplitView, goToStep, onDelete }: StepProps) {
  const currentUser = useSession()
  const [siteZone, zone] = [useSiteZone(), useZone()]
  const navigate = useNavigate()
  const sending = useSendPostMortem(postMortem)
  const entries = useOutboxEntriesOf(postMortem.id)
  const completion = useWaitingCompletion(postMortem.id)
  const { ask, dialog } = useConfirm()
  const { veterinary_record: record } = postMortem
  const subject = toPermissionSubject(postMortem)
  // Specification 4.2: it has an animal, is a draft, has no veterinarian, is not completed, and this is not a vet
  // route.
  const maySend =
    currentUser !== null &&
    !vetRoute &&
    postMortem.animals > 0 &&
    record.scheduled_for_id === null &&
    can(currentUser, 'postMortem.send', subject)
  const mayAdd = currentUser !== null && can(currentUser, 'animal.add', subject)
  const mayEdit = currentUser !== null && !vetRoute && can(currentUser, 'postMortem.edit', subject)
  const mayDelete = currentUser !== null && can(currentUser, 'postMortem.delete', subject)
  const opinions = opinionsOf(postMortem)
  const isCompleted = postMortem.status === 'Completed'
  const maySchedule = currentUser !== null && vetRoute && can(currentUser, 'postMortem.schedule', subject)
  const mayComplete = currentUser !== null && vetRoute && can(currentUser, 'postMortem.complete', subject)
  // The next action is then in the banner: to issue the amended report, not to open the old one.
  const isAmended = vetRoute && postMortem.amendment !== null

  const refusedSend = entries.find(({ kind, refusal }) => kind === 'send ticket' && refusal)?.refusal
  const [missingPhotos, setMissingPhotos] = useState(() => refusedSend && missingPhotosOf(refusedSend))
  const send = useSingleFlight(async (photosMissingReason?: string) => {
    try {
      const reasons = photosMissingReason ? { photos_missing_reason: photosMissingReason } : {}
      if (await sending.mutateAsync(reasons)) goToStep({ step: 'sent' })
    } catch (failure) {
      const missing = failure instanceof ApiError && missingPhotosOf(failure)
      if (missing) return setMissingPhotos(missing)
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  })
  const deletePostMortem = async () => {
    if (await ask({ title: uiTexts.askDelete(postMortem.title), confirmLabel: uiTexts.delete, isDangerous: true }))
      onDelete()
  }
  const reportPath = vetRoute ? `/a/vet/ticketdetail/${postMortem.id}/report` : `/a/postmortem/${postMortem.id}/report`

  const addsInFoot = maySend || (postMortem.draft === 1 && mayAdd)
  const foot = addsInFoot ? (
    <>
      <Button variant={maySend ? 'default' : 'filled'} onClick={() => goToStep({ step: 'animal' })}>
        {postMortemTexts.addAnimal}
      </Button>
      {maySend && (
        <Button loading={sending.isPending} onClick={() => void send()}>
          {postMortemTexts.send}
        </Button>
      )}
    </>
  ) : mayComplete ? (
    <VetFoot postMortem={postMortem} goToStep={goToStep} />
  ) : isCompleted && !completion ? (
    // According to specification 4.2 and 6 this is the same for every role that may see the post-mortem.
    <Button variant={isAmended ? 'default' : 'filled'} onClick={() => void navigate({ to: reportPath })}>
      {postMortemTexts.report}
    </Button>
  ) : null

  const visitFacts: Fact[] = [
    record.completed_at
      ? [postMortemTexts.completed, formatLongDate(record.completed_at, siteZone)]
      : [postMortemTexts.scheduled, record.scheduled_at && formatVisitAtSite(record.scheduled_at, record.site, zone)],
    [
      postMortemTexts.vet,
      nameOf(record.scheduled_for) ??
        nameOf(record.completed_by) ??
        (postMortem.draft === 1 ? null : postMortemTexts.unassigned),
    ],
  ]
  const facts: Fact[] = [
    [postMortemTexts.created, formatLongDate(postMortem.created_at, siteZone)],
    [postMortemTexts.submittedBy, nameOf(record.requested_by) ?? nameOf(record.created_by)],
    [postMortemTexts.customerAndSite, `${postMortem.customer.name}: ${record.site.name}`],
    ...(maySchedule ? [] : visitFacts),
    [postMortemTexts.visit, postMortem.no_vet_visit_requested === 1 ? postMortemTexts.noVisit : null],
    [postMortemTexts.photosMissing, postMortem.photos_missing_reason],
    [postMortemTexts.notes, postMortem.note ?? texts.empty.notes],
  ]
  return (
    <StepLayout
      title={postMortem.title}
      inSplitView={inSplitView}
      back={vetRoute ? true : '/a/postmortems/' + tabOf(postMortem.status)}
      foot={foot}
    >
      {postMortem.draft === 1 && !vetRoute && <StepIndicator reached={3} />}
      <div className="row between">
        <h1>{postMortem.title}</h1>
        <span className="row pills">
          {!isCompleted && (
            <ClockPill clockAt={(limits, now) => clockOfAll(record.veterinary_record_animals, limits, now)} />
          )}
          <Pill text={postMortem.status} />
        </span>
      </div>
      <UnsentPill entries={entries} />
      <RefusalBanner postMortemId={postMortem.id} goToStep={goToStep} />
      <SeenBeforeReports postMortem={postMortem} vetRoute={vetRoute} goToStep={goToStep} />
      {completion && <WaitingCompletion entry={completion} />}
      {isAmended && postMortem.amendment && (
        <div id={amendmentBannerId}>
          <AmendmentBanner postMortem={postMortem} amendment={postMortem.amendment} opinions={opinions} />
        </div>
      )}
      {missingPhotos && maySend && (
        <MissingPhotos
          postMortem={postMortem}
          missing={missingPhotos}
          isSending={sending.isPending}
          onSend={(reason) => void send(reason)}
          goToStep={goToStep}
        />
      )}
      {maySchedule && <VisitCard postMortem={postMortem} />}
      <FactList className="facts card" rows={facts} />
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
      {!addsInFoot && mayAdd && (
        <Button variant="default" onClick={() => goToStep({ step: 'animal' })}>
          {postMortemTexts.addAnimal}
        </Button>
      )}
      {mayDelete && (
        <Button variant="subtle" color="red" onClick={() => void deletePostMortem()}>
          {uiTexts.delete}
        </Button>
      )}
      {postMortem.draft === 0 && (
        <>
          {!completion && (
            <ReportSection postMortem={postMortem} vetRoute={vetRoute} reportPath={reportPath} opinions={opinions} />
          )}
          <SamplesSection postMortem={postMortem} />
          <ConversationSection postMortem={postMortem} />
        </>
      )}
      <HistorySection postMortemId={postMortem.id} />
      {dialog}
    </StepLayout>
  )
}

const tabOf = (status: string) =>
  ({ Draft: 'draft', Pending: 'pending', 'In Progress': 'scheduled', Completed: 'complete' })[status] ?? 'draft'

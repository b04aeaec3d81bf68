import { Button, TextInput } from '@mantine/core'
import { IconCalendar, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import {
  formatClockTime,
  formatLongVisit,
  formatVisitAtSite,
  dayOf,
  hasTime,
  isDay,
  timestampAt,
  zoneOfSite,
} from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { may } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { isAfterClock } from '@chisholm/domain/visits'
import { serverNow } from '../../api/server-clock.ts'
import { useZone } from '../../api/cached-provider.ts'
import type { Schedule } from '../../api/outbox-changes.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { nobody } from '../../ui/nobody.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { FailedState } from '../../ui/states.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { nextVetAction } from './next-vet-action.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useAssignableVets, vetLabel } from '../users/index.ts'
import { useSchedulePostMortem } from './queries.ts'

/** Date and veterinarian of a sent ticket's visit, with the actions that change them. */
export function VisitCard({ postMortem }: { postMortem: PostMortem }) {
  const { openAction, openDialog, closeDialog, formProps } = useVisitDialogs(postMortem)
  const { scheduled_at: scheduledAt, scheduled_for: vet, site } = postMortem.veterinary_record
  const zone = useZone()
  const next = nextVetAction(postMortem)
  return (
    <>
      <dl className="visit-rows card">
        <VisitRow
          Icon={IconUser}
          name={postMortemTexts.vet}
          value={vet ? fullName(vet) : postMortemTexts.unassigned}
          verb={postMortemTexts.assign}
          isNext={next === 'assign'}
          onChange={() => openDialog('assign')}
        />
        <VisitRow
          Icon={IconCalendar}
          name={postMortemTexts.scheduled}
          value={scheduledAt ? formatVisitAtSite(scheduledAt, site, zone) : postMortemTexts.noDate}
          verb={postMortemTexts.scheduleVerb}
          isNext={next === 'schedule'}
          onChange={() => openDialog('schedule')}
        />
      </dl>
      <Dialog
        opened={openAction === 'assign'}
        onClose={closeDialog}
        title={postMortemTexts.assignTitle(postMortem.title)}
      >
        <AssignForm {...formProps} />
      </Dialog>
      <Dialog
        opened={openAction === 'schedule'}
        onClose={closeDialog}
        title={postMortemTexts.scheduleTitle(postMortem.title)}
      >
        <ScheduleForm {...formProps} />
      </Dialog>
    </>
  )
}

/** Which dialog of the visit is open, and what its form needs. */
function useVisitDialogs(postMortem: PostMortem) {
  const [openAction, setOpenAction] = useState<'assign' | 'schedule' | null>(null)
  const [failedSchedule, setFailedSchedule] = useState<Schedule>({})
  const scheduling = useSchedulePostMortem(postMortem.id)
  const onSave: ActionFormProps['onSave'] = async (schedule, base, vet = null) => {
    // The dialog closes at once, because the change is shown at once. After a failure it opens again with the input.
    setOpenAction(null)
    setFailedSchedule(schedule)
    try {
      const outcome = await scheduling.mutateAsync({ body: schedule, base, vet })
      const vetId = schedule.scheduled_for_id ?? postMortem.veterinary_record.scheduled_for_id
      if (outcome === 'sent') toast.success(vetId ? texts.success.scheduled : texts.success.unassigned)
      setFailedSchedule({})
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
      setOpenAction(openAction)
    }
  }
  return {
    openAction,
    openDialog: (action: 'assign' | 'schedule') => {
      if (!scheduling.isPending) setFailedSchedule({})
      setOpenAction(action)
    },
    closeDialog: () => setOpenAction(null),
    formProps: { postMortem, failedSchedule, isSaving: scheduling.isPending, onSave },
  }
}

interface VisitRowProps {
  Icon: typeof IconUser
  name: string
  value: string
  /** The text of the button that changes the value. */
  verb: string
  /** Whether it is the veterinarian's next step. */
  isNext: boolean
  onChange: () => void
}

const VisitRow = ({ Icon, name, value, verb, isNext, onChange }: VisitRowProps) => (
  <div className="row">
    <dt>
      <Icon size={20} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </dt>
    <dd>{value}</dd>
    <dd>
      <Button variant={isNext ? 'filled' : 'default'} onClick={onChange}>
        {verb}
      </Button>
    </dd>
  </div>
)

interface ActionFormProps {
  postMortem: PostMortem
  /** The input that could not be saved. */
  failedSchedule: Schedule
  isSaving: boolean
  /** @param base  the values of the same fields when the dialog was opened */
  onSave: (schedule: Schedule, base: Schedule, vet?: Person | null) => Promise<void>
}

function AssignForm({ postMortem, failedSchedule, isSaving, onSave }: ActionFormProps) {
  const currentUser = useSession()
  const mayChooseAny = currentUser !== null && may(currentUser, 'vet.choose-any')
  const [{ scheduled_for_id: before }] = useState(postMortem.veterinary_record)
  const vets = useAssignableVets()
  const choices = vets.data ?? []
  const current = postMortem.veterinary_record.scheduled_for
  // A veterinarian sees an assigned colleague but cannot choose one.
  const initialVet =
    failedSchedule.scheduled_for_id === ''
      ? nobody
      : (failedSchedule.scheduled_for_id ??
        (mayChooseAny || current?.id === currentUser?.uuid ? (current?.id ?? null) : null))
  const form = useForm({
    initialValues: { vet: initialVet },
    required: { vet: texts.validation.vetRequired },
    onSubmit: async ({ vet }) => {
      const vetId = vet === nobody || vet === null ? '' : vet
      const chosen = [...choices, ...(current ? [current] : [])].find(({ id }) => id === vetId)
      const person = chosen && { id: chosen.id, first_name: chosen.first_name ?? '', last_name: chosen.last_name ?? '' }
      void onSave({ scheduled_for_id: vetId }, { scheduled_for_id: before }, person ?? null)
    },
    failureText: texts.failure.updatePostMortem,
  })
  if (vets.isLoadingError) return <FailedState text={texts.failure.getUsers} onRetry={() => void vets.refetch()} />
  return (
    <form className="stack" {...form.formProps}>
      <dl className="description-list">
        <dt>{postMortemTexts.assignedNow}</dt>
        <dd>{current ? fullName(current) : postMortemTexts.unassigned}</dd>
      </dl>
      <SelectField
        searchable
        label={postMortemTexts.vet}
        {...form.getInputProps('vet')}
        choices={[
          ...choices.map((one) => ({ value: one.id, label: vetLabel(one, currentUser?.uuid) })),
          { value: nobody, label: postMortemTexts.unassigned },
        ]}
        placeholder={postMortemTexts.chooseVet}
      />
      <Button type="submit" loading={isSaving}>
        {uiTexts.confirm}
      </Button>
    </form>
  )
}

function ScheduleForm({ postMortem, failedSchedule, isSaving, onSave }: ActionFormProps) {
  const [{ scheduled_at: before }] = useState(postMortem.veterinary_record)
  const current = failedSchedule.scheduled_at ?? postMortem.veterinary_record.scheduled_at
  const zone = zoneOfSite(postMortem.veterinary_record.site, useZone())
  const { ask, dialog } = useConfirm()
  const form = useForm({
    initialValues: {
      day: current ? dayOf(current, zone) : null,
      time: current ? (hasTime(current, zone) ? formatClockTime(current, zone) : '') : '09:00',
    },
    validate: ({ day }): ValidationErrors =>
      day && isDay(day) ? {} : { day: [texts.validation.scheduleDateRequired] },
    onSubmit: async ({ day, time }) => {
      if (!day) return
      const { dayHasPassed: title, yes: confirmLabel, anotherDay: cancelLabel } = postMortemTexts.schedule
      if (day < dayOf(serverNow(), zone) && !(await ask({ title, confirmLabel, cancelLabel }))) return
      void onSave({ scheduled_at: timestampAt(day, time || '00:00', zone).toISOString() }, { scheduled_at: before })
    },
    failureText: texts.failure.updatePostMortem,
  })
  const { day, time } = form.values
  const planned = day && isDay(day) ? timestampAt(day, time || '00:00', zone).toISOString() : null
  const { examine_by } = postMortem
  const isLate = planned && examine_by && isAfterClock({ scheduledAt: planned, zone }, examine_by)
  return (
    <>
      <form className="stack" {...form.formProps}>
        <DateField label={postMortemTexts.date} {...form.getInputProps('day')} />
        <TextInput
          label={postMortemTexts.time}
          description={postMortemTexts.schedule.timeHint}
          type="time"
          {...form.getInputProps('time')}
        />
        <output>
          {isLate && <p className="banner">{texts.warning.clockEnds(formatLongVisit(examine_by, zone))}</p>}
        </output>
        <Button type="submit" loading={isSaving}>
          {uiTexts.confirm}
        </Button>
      </form>
      {dialog}
    </>
  )
}

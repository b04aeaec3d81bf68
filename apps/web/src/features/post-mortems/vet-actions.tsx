import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatClockTime, dayOf, hasTime, isDay, timestampAt } from '@chisholm/domain/dates'
import { can, may, vetRoles } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FailedState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel, vetsQuery } from '../users/index.ts'
import { type PostMortemPatch, useChangePostMortem } from './queries.ts'

export function VetActions({ postMortem, onComplete }: { postMortem: PostMortem; onComplete: () => void }) {
  const [openAction, setOpenAction] = useState<'assign' | 'schedule' | null>(null)
  const [failedPatch, setFailedPatch] = useState<PostMortemPatch>({})
  const currentUser = useSession()
  const changePostMortem = useChangePostMortem(postMortem.id)
  const subject = toPermissionSubject(postMortem)
  if (!currentUser) return null
  const save = async (patch: PostMortemPatch) => {
    // closes at once, because lists update optimistically; reopens with the input on failure
    setOpenAction(null)
    setFailedPatch(patch)
    try {
      const { message } = await changePostMortem.mutateAsync(patch)
      if (message) toast.success(message)
      setFailedPatch({})
    } catch {
      // the mutation shows its own error
      setOpenAction(openAction)
    }
  }
  const openDialog = (dialog: typeof openAction) => {
    if (!changePostMortem.isPending) setFailedPatch({})
    setOpenAction(dialog)
  }
  const formProps = {
    postMortem,
    failedPatch,
    isSaving: changePostMortem.isPending,
    onSave: (patch: PostMortemPatch) => void save(patch),
  }
  return (
    <div className="actions">
      {can(currentUser, 'postMortem.schedule', subject) && (
        <>
          <Button variant="default" onClick={() => openDialog('assign')}>
            {postMortemTexts.assign}
          </Button>
          <Button variant="default" onClick={() => openDialog('schedule')}>
            {postMortemTexts.scheduleVerb}
          </Button>
        </>
      )}
      {can(currentUser, 'postMortem.complete', subject) && (
        <Button onClick={onComplete}>{postMortemTexts.complete}</Button>
      )}
      <Dialog
        opened={openAction === 'assign'}
        onClose={() => setOpenAction(null)}
        title={postMortemTexts.assignTitle(postMortem.title)}
      >
        <AssignForm {...formProps} />
      </Dialog>
      <Dialog
        opened={openAction === 'schedule'}
        onClose={() => setOpenAction(null)}
        title={postMortemTexts.scheduleTitle(postMortem.title)}
      >
        <ScheduleForm {...formProps} />
      </Dialog>
    </div>
  )
}

interface ActionFormProps {
  postMortem: PostMortem
  /** The patch that failed to save. */
  failedPatch: PostMortemPatch
  isSaving: boolean
  onSave: (change: PostMortemPatch) => void
}

const unassigned = 'nobody'

function AssignForm({ postMortem, failedPatch, isSaving, onSave }: ActionFormProps) {
  const currentUser = useSession()
  const mayChooseAny = currentUser !== null && may(currentUser, 'vet.choose-any')
  const vetsResult = useQuery(vetsQuery(mayChooseAny ? vetRoles : ['Veterinarian']))
  const vets = vetsResult.data ?? []
  const current = postMortem.veterinary_record.scheduled_for
  const choices = mayChooseAny ? vets : vets.filter((one) => one.id === currentUser?.uuid)
  // a Veterinarian sees an assigned colleague but cannot choose one
  const initialVet =
    failedPatch.scheduled_for_id === ''
      ? unassigned
      : (failedPatch.scheduled_for_id ??
        (mayChooseAny || current?.id === currentUser?.uuid ? (current?.id ?? null) : null))
  const form = useForm({
    initialValues: { vet: initialVet },
    required: { vet: texts.validation.vetRequired },
    onSubmit: async ({ vet }) => onSave({ scheduled_for_id: vet === unassigned || vet === null ? '' : vet }),
    failureText: texts.failure.updatePostMortem,
  })
  if (vetsResult.isError) return <FailedState text={texts.failure.getUsers} onRetry={() => void vetsResult.refetch()} />
  return (
    <form className="stack" {...form.formProps}>
      <dl className="facts">
        <dt>{postMortemTexts.assignedNow}</dt>
        <dd>{current ? `${current.first_name} ${current.last_name}` : postMortemTexts.unassigned}</dd>
      </dl>
      <SelectField
        label={postMortemTexts.vet}
        {...form.getInputProps('vet')}
        choices={[
          ...choices.map((one) => ({ value: one.id, label: vetLabel(one, currentUser?.uuid) })),
          { value: unassigned, label: postMortemTexts.unassigned },
        ]}
        placeholder={postMortemTexts.chooseVet}
      />
      <Button type="submit" loading={isSaving}>
        {uiTexts.confirm}
      </Button>
    </form>
  )
}

function ScheduleForm({ postMortem, failedPatch, isSaving, onSave }: ActionFormProps) {
  const current = failedPatch.scheduled_at ?? postMortem.veterinary_record.scheduled_at
  const zone = useZone()
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
      if (day < dayOf(new Date(), zone) && !(await ask({ title, confirmLabel, cancelLabel }))) return
      onSave({ scheduled_at: timestampAt(day, time || '00:00', zone).toISOString() })
    },
    failureText: texts.failure.updatePostMortem,
  })
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
        <Button type="submit" loading={isSaving}>
          {uiTexts.confirm}
        </Button>
      </form>
      {dialog}
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockTime, dayOf, hasTime, isDay, momentAt } from '@chisholm/domain/dates'
import { can, may, vetRoles } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useZone } from '../../api/practice.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FailedState } from '../../ui/faces.tsx'
import { toast } from '../../ui/toast.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel, vetsQuery } from '../users/index.ts'
import { type Change, useChangeTicket } from './queries.ts'

export function VetActions({ ticket, onComplete }: { ticket: PostMortem; onComplete: () => void }) {
  const [open, setOpen] = useState<'assign' | 'schedule' | null>(null)
  const [tried, setTried] = useState<Change>({})
  const person = useSession()
  const change = useChangeTicket(ticket.id)
  const subject = toPermissionSubject(ticket)
  if (!person) return null
  const save = async (sent: Change) => {
    // closes at once, because lists update optimistically; reopens with the input on failure
    setOpen(null)
    setTried(sent)
    try {
      const { message } = await change.mutateAsync(sent)
      if (message) toast.success(message)
      setTried({})
    } catch {
      // the mutation shows its own error
      setOpen(open)
    }
  }
  const ask = (dialog: typeof open) => {
    if (!change.isPending) setTried({})
    setOpen(dialog)
  }
  const shared = { ticket, tried, busy: change.isPending, onSave: (sent: Change) => void save(sent) }
  return (
    <div className="actions">
      {can(person, 'postMortem.schedule', subject) && (
        <>
          <Button variant="default" onClick={() => ask('assign')}>
            {postMortemTexts.assign}
          </Button>
          <Button variant="default" onClick={() => ask('schedule')}>
            {postMortemTexts.scheduleVerb}
          </Button>
        </>
      )}
      {can(person, 'postMortem.complete', subject) && <Button onClick={onComplete}>{postMortemTexts.complete}</Button>}
      <Dialog
        opened={open === 'assign'}
        onClose={() => setOpen(null)}
        title={postMortemTexts.assignTitle(ticket.title)}
      >
        <AssignForm {...shared} />
      </Dialog>
      <Dialog
        opened={open === 'schedule'}
        onClose={() => setOpen(null)}
        title={postMortemTexts.scheduleTitle(ticket.title)}
      >
        <ScheduleForm {...shared} />
      </Dialog>
    </div>
  )
}

interface FormProps {
  ticket: PostMortem
  /** The patch that failed to save. */
  tried: Change
  busy: boolean
  onSave: (change: Change) => void
}

const nobody = 'nobody'

function AssignForm({ ticket, tried, busy, onSave }: FormProps) {
  const person = useSession()
  const choosesAny = person !== null && may(person, 'vet.choose-any')
  const people = useQuery(vetsQuery(choosesAny ? vetRoles : [postMortemTexts.vet]))
  const vets = people.data ?? []
  const current = ticket.veterinary_record.scheduled_for
  const offered = choosesAny ? vets : vets.filter((one) => one.id === person?.uuid)
  // a Veterinarian sees an assigned colleague but cannot choose one
  const [vet, setVet] = useState(
    tried.scheduled_for_id === ''
      ? nobody
      : (tried.scheduled_for_id ?? (choosesAny || current?.id === person?.uuid ? (current?.id ?? null) : null)),
  )
  const [error, setError] = useState<string>()
  const save = () => {
    if (!vet) return setError(texts.validation.vetRequired)
    onSave({ scheduled_for_id: vet === nobody ? '' : vet })
  }
  if (people.isError) return <FailedState text={texts.failure.getUsers} retry={() => void people.refetch()} />
  return (
    <div className="stack">
      <dl className="facts">
        <dt>{postMortemTexts.assignedNow}</dt>
        <dd>{current ? `${current.first_name} ${current.last_name}` : postMortemTexts.unassigned}</dd>
      </dl>
      <SelectField
        label={postMortemTexts.vet}
        value={vet}
        onChange={(id) => {
          setVet(id)
          setError(undefined)
        }}
        choices={[
          ...offered.map((one) => ({ value: one.id, label: vetLabel(one, person?.uuid) })),
          { value: nobody, label: postMortemTexts.unassigned },
        ]}
        placeholder={postMortemTexts.chooseVet}
        error={error}
      />
      <Button loading={busy} onClick={save}>
        {uiTexts.confirm}
      </Button>
    </div>
  )
}

function ScheduleForm({ ticket, tried, busy, onSave }: FormProps) {
  const current = tried.scheduled_at ?? ticket.veterinary_record.scheduled_at
  const zone = useZone()
  const [day, setDay] = useState(current ? dayOf(current, zone) : null)
  const [time, setTime] = useState(current ? (hasTime(current, zone) ? clockTime(current, zone) : '') : '09:00')
  const [error, setError] = useState<string>()
  const { ask, dialog } = useConfirm()
  const save = async () => {
    if (!day || !isDay(day)) return setError(texts.validation.scheduleDateRequired)
    const { dayHasPassed: title, yes: verb, anotherDay: otherwise } = postMortemTexts.schedule
    if (day < dayOf(new Date(), zone) && !(await ask({ title, verb, otherwise }))) return
    onSave({ scheduled_at: momentAt(day, time || '00:00', zone).toISOString() })
  }
  return (
    <div className="stack">
      <DateField
        label={postMortemTexts.date}
        value={day}
        onChange={(next) => {
          setDay(next)
          setError(undefined)
        }}
        error={error}
      />
      <TextInput
        label={postMortemTexts.time}
        description={postMortemTexts.schedule.timeHint}
        type="time"
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Button loading={busy} onClick={() => void save()}>
        {uiTexts.confirm}
      </Button>
      {dialog}
    </div>
  )
}

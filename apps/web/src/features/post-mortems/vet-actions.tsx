import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '@chisholm/domain/dates'
import { can, may, vetRoles } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField, SelectField } from '../../ui/fields.tsx'
import { FailedState } from '../../ui/faces.tsx'
import { toast } from '../../ui/toast.ts'
import { vetLabel, vetsQuery } from '../users/queries.ts'
import { type Change, subjectOf, useChangeTicket } from './queries.ts'

/** Assign, Schedule and Complete, for who may. */
export function VetActions({ ticket, onComplete }: { ticket: PostMortem; onComplete: () => void }) {
  const [open, setOpen] = useState<'assign' | 'schedule' | null>(null)
  const [tried, setTried] = useState<Change>({})
  const person = useSession()
  const change = useChangeTicket(ticket.id)
  const subject = subjectOf(ticket)
  if (!person) return null
  const save = (sent: Change) => {
    // the lists show it at once; a failure brings the dialog back as it was
    setOpen(null)
    setTried(sent)
    change.mutate(sent, {
      onSuccess: ({ message }) => {
        if (message) toast.success(message)
        setTried({})
      },
      onError: () => setOpen(open),
    })
  }
  const ask = (dialog: typeof open) => {
    if (!change.isPending) setTried({})
    setOpen(dialog)
  }
  const shared = { ticket, tried, busy: change.isPending, onSave: save }
  return (
    <div className="actions">
      {can(person, 'postMortem.schedule', subject) && (
        <>
          <Button variant="default" onClick={() => ask('assign')}>
            Assign
          </Button>
          <Button variant="default" onClick={() => ask('schedule')}>
            Schedule
          </Button>
        </>
      )}
      {can(person, 'postMortem.complete', subject) && <Button onClick={onComplete}>Complete</Button>}
      <Dialog opened={open === 'assign'} onClose={() => setOpen(null)} title={`Assign ${ticket.title}`}>
        <AssignForm {...shared} />
      </Dialog>
      <Dialog opened={open === 'schedule'} onClose={() => setOpen(null)} title={`Schedule ${ticket.title}`}>
        <ScheduleForm {...shared} />
      </Dialog>
    </div>
  )
}

interface FormProps {
  ticket: PostMortem
  /** What was sent from here and failed. */
  tried: Change
  busy: boolean
  onSave: (change: Change) => void
}

const nobody = 'nobody'

function AssignForm({ ticket, tried, busy, onSave }: FormProps) {
  const person = useSession()
  const choosesAny = person !== null && may(person, 'vet.choose-any')
  const people = useQuery(vetsQuery(choosesAny ? vetRoles : ['Veterinarian']))
  const vets = people.data ?? []
  const [vet, setVet] = useState(
    tried.scheduled_for_id === '' ? nobody : (tried.scheduled_for_id ?? ticket.veterinary_record.scheduled_for_id),
  )
  const [error, setError] = useState<string>()
  const offered = choosesAny ? vets : vets.filter((one) => one.id === person?.uuid)
  const save = () => {
    if (!vet) return setError(texts.validation.vetRequired)
    onSave({ scheduled_for_id: vet === nobody ? '' : vet })
  }
  if (people.isError) return <FailedState text={texts.failure.getUsers} retry={() => void people.refetch()} />
  return (
    <div className="stack">
      <SelectField
        label="Veterinarian"
        value={vet}
        onChange={setVet}
        choices={[
          ...offered.map((one) => ({ value: one.id, label: vetLabel(one, person?.uuid) })),
          { value: nobody, label: 'Unassigned' },
        ]}
        placeholder="Choose a veterinarian"
        error={error}
      />
      <Button loading={busy} onClick={save}>
        Confirm
      </Button>
    </div>
  )
}

function ScheduleForm({ ticket, tried, busy, onSave }: FormProps) {
  const current = tried.scheduled_at ?? ticket.veterinary_record.scheduled_at
  const moment = current ? new Date(current) : null
  const [day, setDay] = useState<string | null>(moment && dayOf(moment))
  const [time, setTime] = useState(moment ? moment.toTimeString().slice(0, 5) : '09:00')
  const [error, setError] = useState<string>()
  const save = () => {
    const chosen = day ? new Date(`${day}T${time || '09:00'}`) : null
    if (!chosen || Number.isNaN(chosen.getTime())) return setError(texts.validation.scheduleDateRequired)
    onSave({ scheduled_at: chosen.toISOString() })
  }
  return (
    <div className="stack">
      <DateField label="Date" value={day} onChange={setDay} error={error} />
      <TextInput label="Time" type="time" value={time} onChange={(event) => setTime(event.currentTarget.value)} />
      <Button loading={busy} onClick={save}>
        Confirm
      </Button>
    </div>
  )
}

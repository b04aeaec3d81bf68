import { Button } from '@mantine/core'
import { IconCalendar, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { formatVisitAtSite } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useZone } from '../../api/cached-provider.ts'
import type { Schedule } from '../../api/outbox-changes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { AssignForm } from './assign-form.tsx'
import { nextVetAction } from './next-vet-action.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { visitTexts } from '../visits/index.ts'
import { useSchedulePostMortem } from './queries.ts'
import { ScheduleForm } from './schedule-form.tsx'

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
          value={vet ? fullName(vet) : visitTexts.unassigned}
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
      <Dialog opened={openAction === 'schedule'} onClose={closeDialog} title={visitTexts.title(postMortem.title)}>
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
  const closeDialog = () => setOpenAction(null)
  const onSave: ActionFormProps['onSave'] = async ({ body, base, vet = null, onStored = () => undefined }) => {
    // The dialog closes at once, because the change is shown at once. After a failure it opens again with the input.
    setOpenAction(null)
    setFailedSchedule(body)
    try {
      const outcome = await scheduling.mutateAsync({ body, base, vet, onStored })
      const vetId = body.scheduled_for_id ?? postMortem.veterinary_record.scheduled_for_id
      if (outcome === 'sent') toast.success(vetId ? texts.success.scheduled : texts.success.unassigned)
      setFailedSchedule({})
    } catch (failure) {
      setOpenAction(openAction)
      throw failure
    }
  }
  return {
    openAction,
    openDialog: (action: 'assign' | 'schedule') => {
      if (!scheduling.isPending) setFailedSchedule({})
      setOpenAction(action)
    },
    closeDialog,
    formProps: { postMortem, failedSchedule, isSaving: scheduling.isPending, onSave, onClose: closeDialog },
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

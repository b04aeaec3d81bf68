import { zoneOfSite } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { clockWarning } from '@chisholm/domain/visits'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import type { Schedule } from '../../api/outbox-changes.ts'
import { serverNow } from '../../api/server-clock.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { pickFields } from '../../ui/changed-fields.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import {
  timestampOfVisit,
  useAskBeforePast,
  validateVisitTime,
  VisitTimeFields,
  visitTimeValues,
} from '../visits/index.ts'
import type { ActionFormProps } from './action-form-props.ts'

/** Schedules the visit of a ticket. */
export function ScheduleForm({ postMortem, failedSchedule, isSaving, onSave, onClose }: ActionFormProps) {
  const { examine_by, veterinary_record: record } = postMortem
  const zone = zoneOfSite(record.site, useZone())
  const [saved] = useState(record)
  const { mayScheduleOn, pastDialog } = useAskBeforePast()
  const form = useDialogForm({
    draftName: `schedule ${postMortem.id}`,
    initialValues: visitTimeValues({ ...saved, ...failedTime(failedSchedule) }, zone),
    savedValues: visitTimeValues(saved, zone),
    validate: (values) => validateVisitTime(values, true),
    confirm: ({ day }) => mayScheduleOn(day, zone),
    onSubmit: async (values, changed) => {
      const isLengthOnly = 'minutes' in changed && !('day' in changed || 'time' in changed)
      const body: Schedule = {
        ...(!isLengthOnly && { scheduled_at: timestampOfVisit(values, zone) }),
        ...('minutes' in changed && { duration_minutes: Number(values.minutes) }),
      }
      const base = pickFields(saved, new Set(Object.keys(body)))
      await onSave({ body, base, onStored: () => void form.discardDraft() })
    },
    onDone: onClose,
    failureText: texts.failure.updatePostMortem,
  })
  const planned = timestampOfVisit(form.values, zone)
  const warning = planned && clockWarning({ scheduledAt: planned, zone }, examine_by, serverNow())
  return (
    <>
      <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.confirm} isSubmitting={isSaving}>
        <VisitTimeFields form={form} />
        <output>{warning && <p className="banner">{warning}</p>}</output>
      </DialogForm>
      {pastDialog}
    </>
  )
}

/** The values that could not be saved. */
const failedTime = ({ scheduled_at, duration_minutes }: Schedule) => ({
  ...(scheduled_at && { scheduled_at }),
  ...(duration_minutes && { duration_minutes }),
})

import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { fullName } from '@chisholm/domain/full-name'
import type { Planner, PostMortemCard } from '@chisholm/domain/schemas'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nobody } from '../../ui/nobody.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { DangerPill } from '../post-mortems/index.ts'
import { vetLabel } from '../users/index.ts'
import { warningsOfPlan } from './drop-target.ts'
import type { VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { usePlanForm } from './use-plan-form.ts'
import { useVetChoices } from './use-vet-choices.ts'

interface VisitDialogProps {
  visit: PostMortemCard
  /** The values with which the form begins. */
  typed: VisitPlan
  planner: Planner
  onClose: () => void
  onPlan: (plan: VisitPlan) => Promise<void>
}

/** Plans a visit without dragging: veterinarian, day, time and duration. */
export function VisitDialog(props: VisitDialogProps) {
  const { visit, onClose } = props
  const { dialog } = plannerTexts
  const postMortemPath = usePostMortemPath()
  return (
    <Dialog opened onClose={onClose} title={dialog.title(visit.title)}>
      <div className="stack">
        {visit.danger && (
          <div className="row">
            <DangerPill danger={visit.danger} />
          </div>
        )}
        <p className="hint row visit-place">
          <span>
            {visit.customer.name} - {visit.site.name}
          </span>
          <Link className="visit-link" to={postMortemPath(visit.id)}>
            {dialog.open}
          </Link>
        </p>
        {visit.completed_at === null && <PlanForm {...props} />}
      </div>
    </Dialog>
  )
}

function PlanForm({ visit, typed, planner, onClose, onPlan }: VisitDialogProps) {
  const currentUser = useSession()
  const vets = useVetChoices(visit.scheduled_for)
  const { form, plan } = usePlanForm({ visit, typed, vets, onPlan })
  return (
    <DialogForm submitLabel={plannerTexts.save} isSubmitting={form.isSubmitting} onCancel={onClose} {...form.formProps}>
      <SelectField
        label={plannerTexts.vet}
        {...form.getInputProps('vet')}
        choices={[
          ...vets.map((vet) => ({ value: vet.id, label: vetLabel(vet, currentUser?.uuid) })),
          { value: nobody, label: plannerTexts.notAssigned },
        ]}
      />
      <DateField label={plannerTexts.dialog.date} {...form.getInputProps('day')} />
      <div className="two">
        <TextInput
          label={plannerTexts.dialog.time}
          description={plannerTexts.dialog.timeHint}
          type="time"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('time')}
        />
        <TextInput label={plannerTexts.dialog.minutes} inputMode="numeric" {...form.getInputProps('minutes')} />
      </div>
      <Warnings visit={visit} plan={plan} planner={planner} />
    </DialogForm>
  )
}

/** Warns of an absence, overlapping visits and an expiring carcass clock, before the plan is saved. */
function Warnings({ visit, plan, planner }: { visit: PostMortemCard; plan: VisitPlan; planner: Planner }) {
  const practiceZone = useZone()
  const { scheduled_at, vet, duration_minutes } = plan
  const planned = { vetId: vet?.id ?? nobody, vetName: vet ? fullName(vet) : '', duration_minutes }
  const warnings = scheduled_at ? warningsOfPlan(visit, { ...planned, scheduled_at }, planner, practiceZone) : []
  return (
    <output className="stack">
      {warnings.map((warning) => (
        <p key={warning} className="banner">
          {warning}
        </p>
      ))}
    </output>
  )
}

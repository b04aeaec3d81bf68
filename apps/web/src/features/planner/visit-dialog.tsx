import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { fullName } from '@chisholm/domain/full-name'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nobody } from '../../ui/nobody.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { DangerPill } from '../post-mortems/index.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel } from '../users/index.ts'
import { VisitTimeFields, visitTexts } from '../visits/index.ts'
import { warningsOfPlan } from './drop-target.ts'
import { countWithoutTime, othersAtSite } from './moves-of-site.ts'
import type { Move, VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'
import { usePlanForm } from './use-plan-form.ts'
import { useVetChoices } from './use-vet-choices.ts'
import { findVisitCard } from './visit-card.tsx'
import { VisitClock } from './visit-clock.tsx'

interface VisitDialogProps {
  visit: PostMortemCard
  /** The values with which the form begins. */
  typed: VisitPlan
  /** The other tickets of the site that are chosen at the beginning. */
  also: readonly string[]
  planner: Planner
  onClose: () => void
  /** @returns the moves that failed, which is shown */
  onPlan: (moves: Move[]) => Promise<Move[]>
}

/** Plans a visit without dragging: veterinarian, day, time and duration. */
export function VisitDialog(props: VisitDialogProps) {
  const { visit, onClose } = props
  const { dialog } = plannerTexts
  const postMortemPath = usePostMortemPath()
  return (
    <Dialog
      opened
      onClose={onClose}
      findNextFocus={() => findVisitCard(visit.id)}
      title={visitTexts.title(visit.title)}
    >
      <div className="stack">
        {visit.danger && (
          <div className="row">
            <DangerPill danger={visit.danger} />
          </div>
        )}
        <p className="hint row visit-place">
          <span>{siteInFull(visit.customer.name, visit.site.name)}</span>
          <Link className="visit-link" to={postMortemPath(visit.id)}>
            {dialog.open}
          </Link>
        </p>
        {visit.completed_at === null && <PlanForm {...props} />}
      </div>
    </Dialog>
  )
}

function PlanForm({ visit, typed, also, planner, onClose, onPlan }: VisitDialogProps) {
  const currentUser = useSession()
  const vets = useVetChoices(visit.scheduled_for)
  const others = othersAtSite(planner, visit)
  const { form, moves, pastDialog } = usePlanForm({ visit, typed, also, others, vets, onPlan, onClose })
  const warnings = useWarnings(visit, moves, planner)
  return (
    <>
      <DialogForm submitLabel={uiTexts.confirm} {...form.dialogFormProps}>
        <SelectField
          searchable
          label={plannerTexts.vet}
          {...form.getInputProps('vet')}
          choices={[
            ...vets.map((vet) => ({ value: vet.id, label: vetLabel(vet, currentUser?.uuid) })),
            { value: nobody, label: visitTexts.unassigned },
          ]}
        />
        <VisitTimeFields form={form} />
        <Warnings texts={warnings.ofVisit} />
        {others.length > 0 && form.values.day && (
          <OthersAtSite site={visit.site.name} others={others} {...form.getInputProps('also')} />
        )}
        <Warnings texts={warnings.ofOthers} />
      </DialogForm>
      {pastDialog}
    </>
  )
}

interface OthersAtSiteProps {
  site: string
  others: readonly PostMortemCard[]
  value: string[]
  onChange: (ids: string[]) => void
}

/** Offers to plan further tickets of the site with this one, because a veterinarian drives there once. */
function OthersAtSite({ site, others, value, onChange }: OthersAtSiteProps) {
  const { also, alsoHint, alsoAll } = plannerTexts.dialog
  return (
    <Checkbox.Group label={also(site)} description={alsoHint} value={value} onChange={onChange}>
      {others.length > 2 && (
        <Button
          className="visit-also-all"
          size="sm"
          variant="default"
          onClick={() => onChange(others.map(({ id }) => id))}
        >
          {alsoAll(others.length)}
        </Button>
      )}
      {others.map((other) => (
        <Checkbox key={other.id} value={other.id} label={<OtherAtSite visit={other} />} />
      ))}
    </Checkbox.Group>
  )
}

const OtherAtSite = ({ visit }: { visit: PostMortemCard }) => (
  <span className="row visit-also">
    <span>
      <b>{visit.title}</b>, {plannerTexts.animals(visit.animals)}
      {visit.scheduled_for && `, ${fullName(visit.scheduled_for)}`}
    </span>
    <DangerPill danger={visit.danger} />
    <VisitClock visit={visit} />
  </span>
)

/** Announced, because they follow from what is typed above them. */
const Warnings = ({ texts }: { texts: readonly string[] }) => (
  <output className="stack visit-warnings">
    {texts.map((text) => (
      <p key={text} className="banner">
        {text}
      </p>
    ))}
  </output>
)

/**
 * Warns of absences, overlapping visits, expiring carcass clocks and further tickets that do not fit into the day, before
 * the plan is saved.
 * @param moves  how the visit is planned, then further tickets of the site
 */
function useWarnings(visit: PostMortemCard, moves: readonly Move[], planner: Planner) {
  const practiceZone = useZone()
  const warningsOf = (some: readonly Move[]) =>
    some.flatMap(({ visit: one, plan: { scheduled_at, vet, duration_minutes } }) => {
      const planned = { vetId: vet?.id ?? nobody, vetName: vet ? fullName(vet) : '', duration_minutes }
      return scheduled_at ? warningsOfPlan(one, { ...planned, scheduled_at }, planner, practiceZone) : []
    })
  const ofVisit = new Set(warningsOf(moves.slice(0, 1)))
  const withoutTime = countWithoutTime(moves, zoneOfVisit(visit, practiceZone))
  const ofOthers = new Set([
    ...(withoutTime > 0 ? [plannerTexts.dialog.alsoWithoutTime(withoutTime)] : []),
    ...warningsOf(moves.slice(1)),
  ])
  return { ofVisit: [...ofVisit], ofOthers: [...ofOthers].filter((text) => !ofVisit.has(text)) }
}

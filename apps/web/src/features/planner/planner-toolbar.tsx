import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { compareNames } from '@chisholm/domain/compare-names'
import type { Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { today } from '../../api/cached-provider.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { siteQuery } from '../sites/index.ts'
import { plannerTexts } from './planner-texts.ts'
import { formatView, neighbourOf, type PlannerView, plannerViews } from './planner-view.ts'
import type { BoardVet } from './use-board-vets.ts'

export interface PlannerSearch {
  date?: Day | undefined
  view?: PlannerView | undefined
  /** Filters. */
  vet?: string | undefined
  site?: string | undefined
}

interface ToolbarProps {
  view: PlannerView
  day: Day
  /** The days of the heading. */
  days: readonly Day[]
  onChange: (change: PlannerSearch) => void
  onToday: () => void
}

/** Selects the view and the day of the board. */
export function PlannerToolbar({ view, day, days, onChange, onToday }: ToolbarProps) {
  return (
    <div className="planner-head">
      <h1>
        <span className="visually-hidden">{plannerTexts.title}: </span>
        {formatView(view, day, days, today())}
      </h1>
      <div className="planner-nav row">
        <ActionIcon
          variant="default"
          aria-label={plannerTexts.earlier[view]}
          onClick={() => onChange({ date: neighbourOf(view, day, -1) })}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={onToday}>
          {plannerTexts.today}
        </Button>
        <ActionIcon
          variant="default"
          aria-label={plannerTexts.later[view]}
          onClick={() => onChange({ date: neighbourOf(view, day, 1) })}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <Segmented
          label={plannerTexts.view}
          hidesLabel
          value={view}
          onChange={(next) => onChange({ view: next, date: day })}
          choices={plannerViews.map((value) => ({ value, label: plannerTexts.views[value] }))}
        />
      </div>
      <Button
        component={Link}
        to={`/a/planner/day/${view === 'day' ? day : today()}`}
        leftSection={<IconRoute size={18} aria-hidden />}
      >
        {plannerTexts.myDay}
      </Button>
    </div>
  )
}

interface FiltersProps {
  planner: Planner
  vets: readonly BoardVet[]
  filters: Pick<PlannerSearch, 'vet' | 'site'>
  onChange: (change: PlannerSearch) => void
}

/** Filters the visits by veterinarian or site. */
export function PlannerFilters({ planner, vets, filters: { vet, site }, onChange }: FiltersProps) {
  const tickets = [...planner.unscheduled, ...planner.visits]
  const isMissing = site !== undefined && tickets.every((ticket) => ticket.site.id !== site)
  const chosenSite = useQuery({ ...siteQuery(site ?? ''), enabled: isMissing }).data
  const sites = new Map(tickets.map((ticket) => [ticket.site.id, siteInFull(ticket.customer.name, ticket.site.name)]))
  if (isMissing && chosenSite) sites.set(site, siteInFull(chosenSite.customer.name, chosenSite.name))
  const siteChoices = [...sites].map(([value, label]) => ({ value, label }))
  return (
    <>
      <SelectField
        searchable
        className="planner-filter"
        label={plannerTexts.vet}
        placeholder={plannerTexts.allVets}
        value={vet ?? null}
        onChange={(next) => onChange({ vet: next ?? undefined })}
        choices={vets.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
      />
      <SelectField
        searchable
        className="planner-filter"
        label={plannerTexts.site}
        placeholder={plannerTexts.allSites}
        value={site ?? null}
        onChange={(next) => onChange({ site: next ?? undefined })}
        choices={siteChoices.toSorted((one, other) => compareNames(one.label, other.label))}
        clearable
      />
    </>
  )
}

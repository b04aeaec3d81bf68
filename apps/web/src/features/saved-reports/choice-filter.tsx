import { Button } from '@mantine/core'
import type { ChoiceKey } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { QueryState } from '../../ui/states.tsx'
import { SelectionGrid } from '../../ui/selection-grid.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { type OfferedList, useEntries } from '../library/index.ts'
import { FilterSection, type SectionProps } from './filter-section.tsx'

const listOfFilter: Record<ChoiceKey, OfferedList> = {
  tagColor: 'tag-colors',
  group: 'animal-groups',
  breed: 'breeds',
  animalColor: 'animal-colors',
}

interface ChoiceFilterProps extends SectionProps {
  filterKey: ChoiceKey
  chosen: string[]
  onChange: (ids: string[]) => void
}

/** Filters by any of several list entries. It names the chosen ones, because their tiles may be on other pages. */
export function ChoiceFilter({ filterKey, chosen, onChange, ...section }: ChoiceFilterProps) {
  const [open, setOpen] = useState(chosen.length === 0)
  const { offered, entries } = useEntries(listOfFilter[filterKey], chosen)
  const name = savedReportTexts.filters[filterKey]
  const tiles = (entries ?? []).map((entry) => ({
    value: entry.id,
    label: entry.name,
    ...(filterKey === 'tagColor' && { color: entry.hex ?? null }),
  }))
  const names = tiles.filter((tile) => chosen.includes(tile.value)).map((tile) => tile.label)
  return (
    <FilterSection
      filterKey={filterKey}
      {...section}
      action={
        <Button
          size="sm"
          variant="subtle"
          aria-expanded={open}
          aria-label={open ? savedReportTexts.hideOf(name) : savedReportTexts.chooseOf(name)}
          onClick={() => setOpen(!open)}
        >
          {open ? savedReportTexts.hide : savedReportTexts.choose}
        </Button>
      }
    >
      <output className="hint">
        {chosen.length === 0 ? savedReportTexts.nothingChosen : savedReportTexts.anyOf(names)}
      </output>
      {open && (
        <QueryState
          query={offered}
          failureText={errorMessage(offered.error, texts.refusal.unexpected)}
          count={1}
          height={208}
        />
      )}
      {open && entries && <SelectionGrid label={name} tiles={tiles} chosen={chosen} onChange={onChange} />}
    </FilterSection>
  )
}

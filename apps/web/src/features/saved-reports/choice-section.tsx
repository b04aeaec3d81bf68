import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChoiceKey } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { SelectionGrid } from '../../ui/selection-grid.tsx'
import { wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { animalColorsQuery, breedsQuery, groupsQuery, tagColorsQuery } from '../library/queries.ts'
import { FilterSection, type SectionProps } from './filter-section.tsx'

const listOf = {
  tagColor: tagColorsQuery,
  group: groupsQuery,
  breed: breedsQuery,
  animalColor: animalColorsQuery,
}

interface ChoiceSectionProps extends SectionProps {
  filterKey: ChoiceKey
  chosen: string[]
  onChange: (ids: string[]) => void
}

/** Any of a list. What is chosen stands in words, as its tiles may lie on several pages. */
export function ChoiceSection({ filterKey, chosen, onChange, ...section }: ChoiceSectionProps) {
  const [open, setOpen] = useState(chosen.length === 0)
  const entries = useQuery(listOf[filterKey]())
  const name = uiTexts.filters[filterKey]
  const tiles = (entries.data ?? []).map((entry) => ({
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
          aria-label={`${open ? 'Hide' : 'Choose'} ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : 'Choose'}
        </Button>
      }
    >
      <output className="hint">
        {chosen.length === 0 ? 'Nothing chosen, so any will do.' : `Any of: ${names.join(', ')}`}
      </output>
      {open && entries.isPending && <Skeletons count={1} height={208} />}
      {open && entries.isError && (
        <FailedState text={wordsOf(entries.error, texts.refusal.unexpected)} retry={() => void entries.refetch()} />
      )}
      {open && entries.data && <SelectionGrid label={name} tiles={tiles} chosen={chosen} onChange={onChange} />}
    </FilterSection>
  )
}

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FilterKey, filterKeys, isRangeKey, type ReportFilter } from '@chisholm/domain/report-filter'
import { keysOf } from '@chisholm/domain/typed-objects'
import { useRef, useState } from 'react'
import { savedReportTexts } from './saved-report-texts.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import type { RangeErrors } from './filter-validation.ts'

interface FilterSectionsProps {
  filter: ReportFilter
  errors: RangeErrors
  /** `changed` is the key of the filter that was edited. */
  onChange: (filter: ReportFilter, changed: FilterKey) => void
}

/** One section per filter, in the order in which they were added, and buttons that add the others. */
export function FilterSections({ filter, errors, onChange }: FilterSectionsProps) {
  const [lastAdded, setLastAdded] = useState<FilterKey | null>(null)
  const addButtons = useRef<HTMLFieldSetElement>(null)
  // ReportFilter has no other keys
  const keys = keysOf(filter)
  const availableKeys = filterKeys.filter((key) => !keys.includes(key))
  const add = (key: FilterKey) => {
    setLastAdded(key)
    onChange({ ...filter, [key]: isRangeKey(key) ? { min: null, max: null } : [] }, key)
  }
  const remove = (key: FilterKey) => {
    const remaining = { ...filter }
    delete remaining[key]
    onChange(remaining, key)
    // The button that had the focus was removed.
    addButtons.current?.focus()
  }
  const section = (key: FilterKey) => {
    const shared = { justAdded: key === lastAdded, onRemove: () => remove(key) }
    if (isRangeKey(key)) {
      const range = filter[key] ?? { min: null, max: null }
      const set = (next: typeof range) => onChange({ ...filter, [key]: next }, key)
      return <RangeFilter key={key} filterKey={key} range={range} onChange={set} error={errors[key]} {...shared} />
    }
    const set = (ids: string[]) => onChange({ ...filter, [key]: ids }, key)
    return <ChoiceFilter key={key} filterKey={key} chosen={filter[key] ?? []} onChange={set} {...shared} />
  }
  return (
    <>
      {keys.length === 0 && <p className="hint">{savedReportTexts.withoutFilter}</p>}
      {keys.map(section)}
      <fieldset className="add-filters" aria-labelledby="add-filter" tabIndex={-1} ref={addButtons}>
        {availableKeys.length > 0 && <h2 id="add-filter">{savedReportTexts.addFilter}</h2>}
        <div className="row">
          {availableKeys.map((key) => (
            <Button
              key={key}
              size="sm"
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-label={savedReportTexts.addFilterOf(savedReportTexts.filters[key])}
              onClick={() => add(key)}
            >
              {savedReportTexts.filters[key]}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  )
}

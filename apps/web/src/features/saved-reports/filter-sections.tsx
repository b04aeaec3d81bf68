import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FilterKey, filterKeys, isRangeKey, type ReportFilter } from '@chisholm/domain/report-filter'
import { useRef, useState } from 'react'
import { savedReportTexts } from './saved-report-texts.ts'
import { ChoiceSection } from './choice-section.tsx'
import { RangeSection } from './range-section.tsx'
import type { RangeMistakes } from './typed-filter.ts'

interface FilterSectionsProps {
  filter: ReportFilter
  mistakes: RangeMistakes
  /** `changed` is the key of the filter that was edited. */
  onChange: (filter: ReportFilter, changed: FilterKey) => void
}

/** One section per filter, in order of addition, and buttons to add the others. */
export function FilterSections({ filter, mistakes, onChange }: FilterSectionsProps) {
  const [added, setAdded] = useState<FilterKey | null>(null)
  const adders = useRef<HTMLFieldSetElement>(null)
  // ReportFilter has no other keys
  // cast: Object.keys and Object.entries forget which keys there are
  const keys = Object.keys(filter) as FilterKey[]
  const missing = filterKeys.filter((key) => !keys.includes(key))
  const add = (key: FilterKey) => {
    setAdded(key)
    onChange({ ...filter, [key]: isRangeKey(key) ? { min: null, max: null } : [] }, key)
  }
  const remove = (key: FilterKey) => {
    const rest = { ...filter }
    delete rest[key]
    onChange(rest, key)
    // the focused button was removed
    adders.current?.focus()
  }
  const section = (key: FilterKey) => {
    const shared = { fresh: key === added, onRemove: () => remove(key) }
    if (isRangeKey(key)) {
      const range = filter[key] ?? { min: null, max: null }
      const set = (next: typeof range) => onChange({ ...filter, [key]: next }, key)
      return <RangeSection key={key} filterKey={key} range={range} onChange={set} mistake={mistakes[key]} {...shared} />
    }
    const set = (ids: string[]) => onChange({ ...filter, [key]: ids }, key)
    return <ChoiceSection key={key} filterKey={key} chosen={filter[key] ?? []} onChange={set} {...shared} />
  }
  return (
    <>
      {keys.length === 0 && <p className="hint">{savedReportTexts.withoutFilter}</p>}
      {keys.map(section)}
      <fieldset className="add-filters" aria-labelledby="add-filter" tabIndex={-1} ref={adders}>
        {missing.length > 0 && <h2 id="add-filter">{savedReportTexts.addFilter}</h2>}
        <div className="row">
          {missing.map((key) => (
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

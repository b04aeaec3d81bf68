import { TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Range, RangeKey } from '@chisholm/domain/report-filter'
import { DateField } from '../../ui/date-field.tsx'
import { FilterSection, type SectionProps } from './filter-section.tsx'
import { savedReportTexts } from './saved-report-texts.ts'

interface RangeSectionProps extends SectionProps {
  filterKey: RangeKey
  range: Range
  onChange: (range: Range) => void
  mistake: string | undefined
}

/** Filters by a range with at least one end. An error is shown below both fields. */
export function RangeSection({ filterKey, range, onChange, mistake, ...section }: RangeSectionProps) {
  return (
    <FilterSection filterKey={filterKey} {...section}>
      <div className={filterKey === 'date' ? 'two days' : 'two'}>
        {(['min', 'max'] as const).map((end) => (
          <End
            key={end}
            filterKey={filterKey}
            end={end}
            value={range[end]}
            onChange={(value) => onChange({ ...range, [end]: value })}
            wrong={mistake !== undefined}
          />
        ))}
      </div>
      {mistake && (
        <p className="field-error" role="alert" id={`${filterKey}-mistake`}>
          <IconAlertCircle size={18} aria-hidden />
          {mistake}
        </p>
      )}
    </FilterSection>
  )
}

interface EndProps {
  filterKey: RangeKey
  end: 'min' | 'max'
  value: string | number | null
  onChange: (value: string | null) => void
  wrong: boolean
}

function End({ filterKey, end, value, onChange, wrong }: EndProps) {
  const word = end === 'min' ? savedReportTexts.min : savedReportTexts.max
  const shared = { id: `${filterKey}-${end}`, error: wrong }
  if (filterKey === 'date')
    return <DateField label={word} value={value === null ? null : String(value)} onChange={onChange} {...shared} />
  return (
    <TextInput
      label={`${word} (${savedReportTexts.units[filterKey]})`}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      {...shared}
    />
  )
}

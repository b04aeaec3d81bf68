import { TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Range, RangeKey } from '@chisholm/domain/report-filter'
import { DateField } from '../../ui/date-field.tsx'
import { FilterSection, type SectionProps } from './filter-section.tsx'
import { savedReportTexts } from './saved-report-texts.ts'

interface RangeFilterProps extends SectionProps {
  filterKey: RangeKey
  range: Range
  onChange: (range: Range) => void
  error: string | undefined
}

/** Filters by a range, which needs at least one end. An error is shown below both fields. */
export function RangeFilter({ filterKey, range, onChange, error, ...section }: RangeFilterProps) {
  return (
    <FilterSection filterKey={filterKey} {...section}>
      <div className={filterKey === 'date' ? 'two days' : 'two'}>
        {(['min', 'max'] as const).map((end) => (
          <RangeEnd
            key={end}
            filterKey={filterKey}
            end={end}
            value={range[end]}
            onChange={(value) => onChange({ ...range, [end]: value })}
            isInvalid={error !== undefined}
          />
        ))}
      </div>
      {error && (
        <p className="range-error" role="alert" id={`${filterKey}-mistake`}>
          <IconAlertCircle size={18} aria-hidden />
          {error}
        </p>
      )}
    </FilterSection>
  )
}

interface RangeEndProps {
  filterKey: RangeKey
  end: 'min' | 'max'
  value: string | number | null
  onChange: (value: string | null) => void
  isInvalid: boolean
}

function RangeEnd({ filterKey, end, value, onChange, isInvalid }: RangeEndProps) {
  const word = end === 'min' ? savedReportTexts.min : savedReportTexts.max
  const shared = { id: `${filterKey}-${end}`, error: isInvalid }
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

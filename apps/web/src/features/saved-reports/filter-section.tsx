import { IconX } from '@tabler/icons-react'
import type { FilterKey } from '@chisholm/domain/report-filter'
import { type ReactNode, useEffect, useRef } from 'react'
import { savedReportTexts } from './saved-report-texts.ts'

export interface SectionProps {
  /** Whether the section was just added, so that it gets the focus. */
  justAdded: boolean
  onRemove: () => void
}

interface FilterSectionProps extends SectionProps {
  filterKey: FilterKey
  /** Another button beside the remove button. */
  action?: ReactNode
  children: ReactNode
}

export function FilterSection({ filterKey, justAdded, onRemove, action, children }: FilterSectionProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justAdded) title.current?.focus()
  }, [justAdded])
  const name = savedReportTexts.filters[filterKey]
  return (
    <fieldset className="card filter-section" aria-labelledby={`${filterKey}-title`}>
      <div className="row">
        <h2 id={`${filterKey}-title`} className="grow" tabIndex={-1} ref={title}>
          {name}
        </h2>
        {action}
        <button
          type="button"
          className="icon-button"
          aria-label={savedReportTexts.removeFilter(name)}
          onClick={onRemove}
        >
          <IconX stroke={1.8} aria-hidden />
        </button>
      </div>
      {children}
    </fieldset>
  )
}

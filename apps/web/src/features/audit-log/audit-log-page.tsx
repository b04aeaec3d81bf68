import './audit-log.css'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditSentences } from '@chisholm/domain/audit-sentences'
import { compareNames } from '@chisholm/domain/compare-names'
import { isDay } from '@chisholm/domain/dates'
import { useState } from 'react'
import { auditLogTexts } from './audit-log-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Page } from '../../ui/page.tsx'
import { AuditEntryCard } from './audit-entry-card.tsx'
import { auditLogFilters, type AuditLogSearch, auditLogQuery } from './queries.ts'

const typingDelay = 300

const toChoices = (entries: [value: string, label: string][]) =>
  entries.map(([value, label]) => ({ value, label })).toSorted((one, other) => compareNames(one.label, other.label))
const actions = toChoices(
  Object.keys(auditSentences).map((action) => [action, action[0]?.toUpperCase() + action.slice(1)]),
)
const kinds = toChoices(Object.entries(auditLogTexts.kinds))

/** Removes values from the URL that are not among the fields' options. */
const dropUnknownChoices = ({ action, kind, ...search }: AuditLogSearch): AuditLogSearch => ({
  ...search,
  ...(actions.some(({ value }) => value === action) && { action }),
  ...(kinds.some(({ value }) => value === kind) && { kind }),
})

/** The audit log, newest first. The filters are in the URL. */
export function AuditLogPage() {
  const search = dropUnknownChoices(useSearch({ strict: false }))
  const navigate = useNavigate()
  const entries = useQuery(auditLogQuery(search))
  const updateSearch = (change: { [Field in keyof AuditLogSearch]?: AuditLogSearch[Field] | null }) => {
    const changed = Object.entries({ ...search, page: undefined, ...change }).filter(([, value]) => value)
    void navigate({ to: '/a/admin/log', search: Object.fromEntries(changed), replace: true })
  }
  return (
    <Page title={auditLogTexts.title} back="/a/admin" ownHeading>
      <div className="row between">
        <h1>{auditLogTexts.title}</h1>
        <ExportButton list="audit-log" query={auditLogFilters(search)} />
      </div>
      <FilterFields search={search} updateSearch={updateSearch} />
      {entries.data && entries.data.data.length > 0 && (
        <output className="hint">{auditLogTexts.found(entries.data.meta.total)}</output>
      )}
      <PagedList
        query={entries}
        page={search.page ?? 1}
        onPage={(page) => updateSearch({ page })}
        failureText={auditLogTexts.failed}
        empty={<EmptyState text={auditLogTexts.empty} />}
        renderRow={(entry) => <AuditEntryCard entry={entry} />}
        height={88}
        count={6}
      />
    </Page>
  )
}

interface FilterFieldsProps {
  search: AuditLogSearch
  updateSearch: (change: { [Field in keyof AuditLogSearch]?: AuditLogSearch[Field] | null }) => void
}

function FilterFields({ search, updateSearch }: FilterFieldsProps) {
  // each waits for its own typing
  const type = {
    who: useDebouncedCallback((who: string) => updateSearch({ who: who.trim() }), typingDelay),
    ticket: useDebouncedCallback((ticket: string) => updateSearch({ ticket: ticket.trim() }), typingDelay),
  }
  const typed = (field: 'who' | 'ticket') => ({
    defaultValue: search[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => type[field](event.currentTarget.value),
    autoComplete: 'off',
  })
  const isNarrow = useMediaQuery('(max-width: 40rem)', undefined, { getInitialValueInEffect: false })
  const rarer = (
    <>
      <SelectField
        className="wide"
        label={auditLogTexts.action}
        placeholder={uiTexts.any}
        value={search.action ?? null}
        onChange={(action) => updateSearch({ action })}
        choices={actions}
        clearable
      />
      <SelectField
        className="wide"
        label={auditLogTexts.kind}
        placeholder={uiTexts.any}
        value={search.kind ?? null}
        onChange={(kind) => updateSearch({ kind })}
        choices={kinds}
        clearable
      />
      <DayFilter label={auditLogTexts.from} value={search.from} onChange={(from) => updateSearch({ from })} />
      <DayFilter label={auditLogTexts.to} value={search.to} onChange={(to) => updateSearch({ to })} />
    </>
  )
  return (
    <div className="log-fields">
      <TextInput label={auditLogTexts.who} placeholder={auditLogTexts.whoHint} {...typed('who')} />
      <TextInput label={auditLogTexts.ticket} {...typed('ticket')} />
      {isNarrow ? (
        <Disclosure
          className="wide log-more"
          title={auditLogTexts.moreFilters}
          startsOpen={Boolean(search.action ?? search.kind ?? search.from ?? search.to)}
        >
          <div className="log-fields">{rarer}</div>
        </Disclosure>
      ) : (
        rarer
      )}
    </div>
  )
}

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (day: string | null) => void
}

/** A filter by date. An invalid date stays in the field to be corrected, and does not filter. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(value ?? null)
  const type = (next: string | null) => {
    setTyped(next)
    if (next === null || isDay(next)) onChange(next)
  }
  return <DateField label={label} value={typed} onChange={type} />
}

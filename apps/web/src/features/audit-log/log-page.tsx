import './audit-log.css'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditWords } from '@chisholm/domain/audit-words'
import { isDay } from '@chisholm/domain/dates'
import { useState } from 'react'
import { auditLogTexts } from './audit-log-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { PastEnd } from '../../ui/past-end.tsx'
import { Pager } from '../../ui/pager.tsx'
import { LogLine } from './log-line.tsx'
import { filtersOfLog, type LogSearch, logQuery } from './queries.ts'

const pauseOfTyping = 300

const choicesOf = (named: [value: string, label: string][]) =>
  named.map(([value, label]) => ({ value, label })).toSorted((one, other) => one.label.localeCompare(other.label))
const actions = choicesOf(Object.keys(auditWords).map((action) => [action, action[0]?.toUpperCase() + action.slice(1)]))
const kinds = choicesOf(Object.entries(auditLogTexts.kinds))

/** Drops values from the URL that no option of the fields has. */
const shownIn = ({ action, kind, ...search }: LogSearch): LogSearch => ({
  ...search,
  ...(actions.some(({ value }) => value === action) && { action }),
  ...(kinds.some(({ value }) => value === kind) && { kind }),
})

/** The audit log, newest first. The filters live in the URL. */
export function LogPage() {
  const search = shownIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const found = useQuery(logQuery(search))
  const ask = (change: { [Field in keyof LogSearch]?: LogSearch[Field] | null }) => {
    const asked = Object.entries({ ...search, page: undefined, ...change }).filter(([, value]) => value)
    void navigate({ to: '/a/admin/log', search: Object.fromEntries(asked), replace: true })
  }
  return (
    <Page title={auditLogTexts.title} back="/a/admin" ownHeading>
      <div className="row between">
        <h1>{auditLogTexts.title}</h1>
        <ExportButton list="audit-log" query={filtersOfLog(search)} />
      </div>
      <Fields search={search} ask={ask} />
      {found.isPending && <Skeletons height={88} count={6} />}
      {found.isError && <FailedState text={auditLogTexts.failed} retry={() => void found.refetch()} />}
      {found.data?.meta.total === 0 && <EmptyState text={auditLogTexts.empty} />}
      {found.data && found.data.meta.total > 0 && found.data.data.length === 0 && (
        <PastEnd lastPage={found.data.meta.last_page} onPage={(page) => ask({ page })} />
      )}
      {found.data && found.data.data.length > 0 && (
        <>
          <output className="hint">{auditLogTexts.found(found.data.meta.total)}</output>
          <ul className="list">
            {found.data.data.map((entry) => (
              <li key={entry.id}>
                <LogLine entry={entry} />
              </li>
            ))}
          </ul>
          <Pager page={search.page ?? 1} lastPage={found.data.meta.last_page} onPage={(page) => ask({ page })} />
        </>
      )}
    </Page>
  )
}

interface FieldsProps {
  search: LogSearch
  ask: (change: { [Field in keyof LogSearch]?: LogSearch[Field] | null }) => void
}

function Fields({ search, ask }: FieldsProps) {
  const type = useDebouncedCallback(
    (field: 'who' | 'ticket', typed: string) => ask({ [field]: typed.trim() }),
    pauseOfTyping,
  )
  const typed = (field: 'who' | 'ticket') => ({
    defaultValue: search[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => type(field, event.currentTarget.value),
    autoComplete: 'off',
  })
  return (
    <div className="log-fields">
      <TextInput label={auditLogTexts.who} placeholder={auditLogTexts.whoHint} {...typed('who')} />
      <TextInput label={auditLogTexts.ticket} {...typed('ticket')} />
      <SelectField
        className="wide"
        label={auditLogTexts.action}
        placeholder={uiTexts.any}
        value={search.action ?? null}
        onChange={(action) => ask({ action })}
        choices={actions}
        clearable
      />
      <SelectField
        className="wide"
        label={auditLogTexts.kind}
        placeholder={uiTexts.any}
        value={search.kind ?? null}
        onChange={(kind) => ask({ kind })}
        choices={kinds}
        clearable
      />
      <DayFilter label={auditLogTexts.from} asked={search.from} onAsk={(from) => ask({ from })} />
      <DayFilter label={auditLogTexts.to} asked={search.to} onAsk={(to) => ask({ to })} />
    </div>
  )
}

interface DayFilterProps {
  label: string
  asked: string | undefined
  onAsk: (day: string | null) => void
}

/** A date filter. An invalid date does not filter and stays in the field to be corrected. */
function DayFilter({ label, asked, onAsk }: DayFilterProps) {
  const [typed, setTyped] = useState(asked ?? null)
  const type = (next: string | null) => {
    setTyped(next)
    if (next === null || isDay(next)) onAsk(next)
  }
  return <DateField label={label} value={typed} onChange={type} />
}

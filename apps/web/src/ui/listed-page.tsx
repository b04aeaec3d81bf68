import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { Many } from '@chisholm/domain/shapes'
import type { ReactNode } from 'react'
import { listTexts } from './list-texts.ts'
import { uiTexts } from '../ui-texts.ts'
import { ExportButton, type ExportName } from './export-button.tsx'
import { EmptyState, FailedState, Skeletons } from './faces.tsx'
import { Page } from './page.tsx'
import { PastEnd } from './past-end.tsx'
import { Pager } from './pager.tsx'

/** Empty text means no search. */
export interface Asked {
  page: number
  text: string
}

interface ListedPageProps<T> {
  title: string
  hint?: string
  back: string
  /** Label of the search field. */
  find?: string
  query: (asked: Asked) => UseQueryOptions<Many<T>, Error, Many<T>, string[]>
  empty: string
  failed: string
  row: (one: T) => ReactNode
  /** Page that creates a record, and the label of the button. */
  add?: { to: string; text: string }
  /** Adds an export button for this list. */
  exports?: ExportName
  /** Maps the search text to the filter of the export; by default name contains. */
  exportQuery?: (text: string) => object
  /** Rendered between search and list. */
  children?: ReactNode
  /** Replaces the add button. */
  foot?: ReactNode
}

const pauseOfTyping = 300
const named = (text: string) => ({ 'filter[name:like]': text })

/** List page with search and paging, both in the URL. */
export function ListedPage<T extends { id: string }>(props: ListedPageProps<T>) {
  const { title, hint, back, find = uiTexts.search, query, add, children, foot, exports, exportQuery = named } = props
  const { page = 1, text = '' } : Partial<Asked> = useSearch({ strict: false })
  const found = useQuery(query({ page, text }))
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const ask = (next: Partial<Asked>) =>
    void navigate({ to: pathname, search: (before: object) => ({ ...before, ...next }), replace: true })
  const look = useDebouncedCallback((typed: string) => ask({ text: typed, page: 1 }), pauseOfTyping)
  return (
    <Page title={title} back={back} ownHeading foot={foot}>
      <div className="row between">
        <h1>{title}</h1>
        {exports && <ExportButton list={exports} query={exportQuery(text)} />}
      </div>
      {hint && <p className="hint">{hint}</p>}
      <TextInput
        type="search"
        aria-label={find}
        placeholder={find}
        defaultValue={text}
        leftSection={<IconSearch size={20} aria-hidden />}
        onChange={(event) => look(event.currentTarget.value.trim())}
      />
      {children}
      <Rows {...props} found={found} text={text} onPage={(next) => ask({ page: next })} />
      {found.data && found.data.data.length > 0 && (
        <Pager page={page} lastPage={found.data.meta.last_page} onPage={(next) => ask({ page: next })} />
      )}
      {add && !foot && (
        <Link to={add.to} className="fab" aria-label={add.text}>
          <IconPlus size={30} stroke={2.2} aria-hidden />
        </Link>
      )}
    </Page>
  )
}

type RowsProps<T> = ListedPageProps<T> & {
  found: { isPending: boolean; data: Many<T> | undefined; refetch: () => unknown }
  text: string
  onPage: (page: number) => void
}

function Rows<T extends { id: string }>({ found, text, empty, failed, row, onPage }: RowsProps<T>) {
  if (found.isPending) return <Skeletons height={56} count={8} />
  if (!found.data) return <FailedState text={failed} retry={() => void found.refetch()} />
  if (found.data.meta.total === 0) return <EmptyState text={text ? listTexts.noneFound(text) : empty} />
  if (found.data.data.length === 0) return <PastEnd lastPage={found.data.meta.last_page} onPage={onPage} />
  return (
    <ul className="list">
      {found.data.data.map((one) => (
        <li key={one.id}>{row(one)}</li>
      ))}
    </ul>
  )
}

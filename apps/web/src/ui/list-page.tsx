import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { ReactNode } from 'react'
import { listTexts } from './list-texts.ts'
import { uiTexts } from '../ui-texts.ts'
import { ExportButton, type ExportName } from './export-button.tsx'
import { PagedList } from './paged-list.tsx'
import { EmptyState } from './states.tsx'
import { Page } from './page.tsx'

/** Empty text means no search. */
export interface ListParams {
  page: number
  text: string
}

interface ListPageProps<T> {
  title: string
  hint?: ReactNode
  back: string
  /** Label of the search field. */
  searchLabel?: string
  query: (params: ListParams) => UseQueryOptions<ListResponse<T>, Error, ListResponse<T>, string[]>
  emptyText: string
  failureText: string
  renderRow: (one: T) => ReactNode
  /** Page that creates a record, and the label of the button. */
  add?: { to: string; text: string }
  /** Adds an export button for this list. */
  exports?: ExportName
  /** Maps the search text to the filter of the export; by default name contains. */
  exportQuery?: (text: string) => object
  /** Rendered between search and list. */
  children?: ReactNode
  /** Replaces the add button. */
  footer?: ReactNode
}

const searchDelay = 300
const nameContains = (text: string) => ({ 'filter[name:like]': text })

/** List page with search and paging, both in the URL. */
export function ListPage<T extends { id: string }>(props: ListPageProps<T>) {
  const {
    title,
    hint,
    back,
    searchLabel = uiTexts.search,
    query,
    emptyText,
    failureText,
    renderRow,
    add,
    children,
    footer,
    exports,
    exportQuery = nameContains,
  } = props
  const { page = 1, text = '' }: Partial<ListParams> = useSearch({ strict: false })
  const listing = useQuery(query({ page, text }))
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const setParams = (next: Partial<ListParams>) =>
    void navigate({ to: pathname, search: (before: object) => ({ ...before, ...next }), replace: true })
  const searchDebounced = useDebouncedCallback((typed: string) => setParams({ text: typed, page: 1 }), searchDelay)
  return (
    <Page title={title} back={back} ownHeading footer={footer}>
      <div className="row between">
        <h1>{title}</h1>
        {exports && <ExportButton list={exports} query={exportQuery(text)} />}
      </div>
      {hint && <p className="hint">{hint}</p>}
      <TextInput
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        defaultValue={text}
        leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
        onChange={(event) => searchDebounced(event.currentTarget.value.trim())}
      />
      {children}
      <PagedList
        query={listing}
        page={page}
        onPage={(next) => setParams({ page: next })}
        failureText={failureText}
        empty={<EmptyState text={text ? listTexts.noneFound(text) : emptyText} />}
        renderRow={renderRow}
        height={56}
        count={8}
      />
      {add && !footer && (
        <Link to={add.to} className="fab" aria-label={add.text}>
          <IconPlus size={30} stroke={2.2} aria-hidden />
        </Link>
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { PastEnd } from '../../ui/past-end.tsx'
import { Page } from '../../ui/page.tsx'
import { searchQuery, TicketCard } from '../post-mortems/index.ts'
import { queryOfSearch, type Search } from './search-query.ts'
import { searchTexts } from './search-texts.ts'
import { listTexts } from '../../ui/list-texts.ts'

/** The matching tickets, twenty per page. */
export function SearchResultPage() {
  const search: Search = useSearch({ strict: false })
  const found = useQuery(searchQuery(queryOfSearch(search)))
  const navigate = useNavigate()
  const goTo = (page: number) => void navigate({ to: '/a/search/result', search: { ...search, page } })
  const person = useSession()
  const vet = person !== null && isVet(person)
  const { data, meta } = found.data ?? { data: [], meta: null }
  const pages = Array.from({ length: meta?.last_page ?? 1 }, (_, index) => ({
    value: String(index + 1),
    label: listTexts.pageNumber(index + 1),
  }))
  return (
    <Page title={searchTexts.results} back="/a/search" ownHeading>
      <h1>{searchTexts.results}</h1>
      {found.isPending && <Skeletons />}
      {found.isError && <FailedState text={texts.failure.getPostMortems} retry={() => void found.refetch()} />}
      {meta && meta.total > 0 && data.length === 0 && <PastEnd lastPage={meta.last_page} onPage={goTo} />}
      {meta?.total === 0 && <EmptyState text={texts.empty.results} />}
      {meta && data.length > 0 && (
        <>
          <div className="row between">
            <output className="hint">{searchTexts.displaying(data.length, meta.total)}</output>
            <ExportButton list="post-mortems" query={queryOfSearch(search)} />
          </div>
          <ul className="list">
            {data.map((ticket) => (
              <li key={ticket.id}>
                <TicketCard
                  ticket={ticket}
                  to={vet ? `/a/vet/ticketdetail/${ticket.id}` : `/a/postmortem/${ticket.id}`}
                />
              </li>
            ))}
          </ul>
          <SelectField
            label={searchTexts.page}
            value={String(search.page ?? 1)}
            onChange={(page) => goTo(Number(page ?? 1))}
            choices={pages}
          />
        </>
      )}
    </Page>
  )
}

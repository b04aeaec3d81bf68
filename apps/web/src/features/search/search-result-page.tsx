import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { ExportButton } from '../../ui/export-button.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { PageOutOfRange } from '../../ui/page-out-of-range.tsx'
import { Page } from '../../ui/page.tsx'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { searchQuery, PostMortemCard, useCardAnimals } from '../post-mortems/index.ts'
import { searchToQuery, type SearchCriteria } from './search-query.ts'
import { searchTexts } from './search-texts.ts'
import { listTexts } from '../../ui/list-texts.ts'

/** The tickets that match, twenty per page. */
export function SearchResultPage() {
  const search: SearchCriteria = useSearch({ strict: false })
  const results = useQuery(searchQuery(searchToQuery(search)))
  const { online } = useNetwork()
  const navigate = useNavigate()
  const goTo = (page: number) => void navigate({ to: '/a/search/result', search: { ...search, page } })
  const pathOf = usePostMortemPath()
  const { data, meta } = results.data ?? { data: [], meta: null }
  const animalsOf = useCardAnimals(data)
  const pages = Array.from({ length: meta?.last_page ?? 1 }, (_, index) => ({
    value: String(index + 1),
    label: listTexts.pageNumber(index + 1),
  }))
  return (
    <Page title={searchTexts.results} back="/a/search" ownHeading>
      <h1>{searchTexts.results}</h1>
      <QueryState query={results} failureText={online ? texts.failure.getPostMortems : searchTexts.notOnDevice} />
      {results.data?.isFromDevice && <p className="hint">{searchTexts.fromDevice}</p>}
      {meta && meta.total > 0 && data.length === 0 && <PageOutOfRange lastPage={meta.last_page} onPage={goTo} />}
      {meta?.total === 0 && (
        <EmptyState
          text={texts.empty.results}
          action={
            <Button onClick={() => void navigate({ to: '/a/search', search: { ...search, page: undefined } })}>
              {searchTexts.edit}
            </Button>
          }
        />
      )}
      {meta && data.length > 0 && (
        <>
          <div className="row between">
            <output className="hint">{searchTexts.displaying(data.length, meta.total)}</output>
            <ExportButton list="post-mortems" query={searchToQuery(search)} />
          </div>
          <ul className="list">
            {data.map((postMortem) => (
              <li key={postMortem.id}>
                <PostMortemCard postMortem={postMortem} to={pathOf(postMortem.id)} animals={animalsOf(postMortem)} />
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

import { compareNames } from '@chisholm/domain/compare-names'
import { libraryLists } from '@chisholm/domain/library'
import type { LibraryListState } from '@chisholm/domain/schemas/library'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { libraryTexts } from './library-texts.ts'
import { QueryState } from '../../ui/states.tsx'
import { LinkRow } from '../../ui/link-row.tsx'
import { Page } from '../../ui/page.tsx'
import { listSummariesQuery } from './admin-queries.ts'
import { listTitles } from './library-list-texts.ts'

const sortedLists = libraryLists.toSorted((one, other) => compareNames(listTitles[one], listTitles[other]))

export function LibraryPage() {
  const summaries = useQuery(listSummariesQuery())
  return (
    <Page title={libraryTexts.title} back="/a/admin" ownHeading>
      <h1>{libraryTexts.title}</h1>
      <p className="hint">{libraryTexts.pageHint}</p>
      <QueryState query={summaries} failureText={texts.failure.getLists} height={66} count={libraryLists.length} />
      {summaries.data && (
        <ul className="list">
          {sortedLists.map((list) => (
            <li key={list}>
              <LinkRow
                to={`/a/admin/library/${list}`}
                title={listTitles[list]}
                hint={describeSize(summaries.data.find((state) => state.list === list))}
              />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const describeSize = (state: LibraryListState | undefined) =>
  libraryTexts.size(state?.entries ?? 0, state?.retired ?? 0)

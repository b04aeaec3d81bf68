import { libraryLists } from '@chisholm/domain/library'
import type { LibraryListState } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { libraryTexts } from './library-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { LinkRow } from '../../ui/link-row.tsx'
import { Page } from '../../ui/page.tsx'
import { listStatesQuery } from './admin-queries.ts'
import { listTitles } from './library-list-texts.ts'

const byName = libraryLists.toSorted((one, other) => listTitles[one].localeCompare(listTitles[other]))

/** The library lists with their numbers of entries. */
export function LibraryPage() {
  const states = useQuery(listStatesQuery())
  return (
    <Page title={libraryTexts.title} back="/a/admin" ownHeading>
      <h1>{libraryTexts.title}</h1>
      <p className="hint">{libraryTexts.hint}</p>
      {states.isPending && <Skeletons height={66} count={libraryLists.length} />}
      {states.isError && <FailedState text={texts.failure.getLists} retry={() => void states.refetch()} />}
      {states.data && (
        <ul className="list">
          {byName.map((list) => (
            <li key={list}>
              <LinkRow
                to={`/a/admin/library/${list}`}
                title={listTitles[list]}
                hint={sizeOf(states.data.find((state) => state.list === list))}
              />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const sizeOf = (state: LibraryListState | undefined) => libraryTexts.size(state?.entries ?? 0, state?.retired ?? 0)

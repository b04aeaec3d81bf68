import '../../ui/administration.css'
import { IconPlus } from '@tabler/icons-react'
import { type LibraryList, libraryLists } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { libraryTexts } from './library-texts.ts'
import { ListedPage } from '../../ui/listed-page.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { entryPageQuery, type PlacedEntry } from './admin-queries.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryRow } from './entry-row.tsx'
import { ListOrder } from './list-order.tsx'
import { listTitles } from './library-list-texts.ts'

/** The page of the list named in the URL. */
export function EntriesPage() {
  const { list: named }: { list?: string } = useParams({ strict: false })
  const list = libraryLists.find((one) => one === named)
  return list ? <Entries key={list} list={list} /> : <NotFound />
}

/** The offered entries of a list in their order, or its retired ones. */
function Entries({ list }: { list: LibraryList }) {
  const { retired: asked, text = '' }: { retired?: '1'; text?: string } = useSearch({ strict: false })
  const retired = asked === '1'
  const [edited, setEdited] = useState<PlacedEntry | 'new' | null>(null)
  const row = (entry: PlacedEntry) => <EntryRow list={list} entry={entry} onEdit={() => setEdited(entry)} />
  return (
    <>
      <ListedPage
        title={listTitles[list]}
        back="/a/admin/library"
        query={entryPageQuery(list, retired)}
        empty={retired ? libraryTexts.noneRetired : libraryTexts.empty}
        failed={texts.failure.getLists}
        // an export holds offered entries only
        {...(!retired && { exports: list })}
        row={row}
      >
        <nav className="tabs" aria-label={libraryTexts.which}>
          <Tab retired={false} current={!retired} />
          <Tab retired current={retired} />
        </nav>
        {!retired && !text && <ListOrder list={list} />}
      </ListedPage>
      <button type="button" className="fab" aria-label={libraryTexts.add} onClick={() => setEdited('new')}>
        <IconPlus size={30} stroke={2.2} aria-hidden />
      </button>
      <EntryDialog list={list} entry={edited} onClose={() => setEdited(null)} />
    </>
  )
}

const Tab = ({ retired, current }: { retired: boolean; current: boolean }) => (
  <Link
    to={'.'}
    search={(before: object) => ({ ...before, page: 1, retired: retired ? 1 : undefined })}
    replace
    aria-current={current ? 'page' : undefined}
  >
    {retired ? libraryTexts.retired : libraryTexts.offered}
  </Link>
)

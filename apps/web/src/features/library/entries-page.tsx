import '../../ui/administration.css'
import { IconPlus } from '@tabler/icons-react'
import { type LibraryList, libraryLists } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { libraryTexts } from './library-texts.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { entryPageQuery, type PositionedEntry } from './admin-queries.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryRow } from './entry-row.tsx'
import { ListOrder } from './list-order.tsx'
import { listTitles } from './library-list-texts.ts'

export function EntriesPage() {
  const { list: listParam }: { list?: string } = useParams({ strict: false })
  const list = libraryLists.find((one) => one === listParam)
  return list ? <Entries key={list} list={list} /> : <NotFoundPage />
}

/** The entries of a list in their order, either those in use or the retired ones. */
function Entries({ list }: { list: LibraryList }) {
  const { retired: retiredParam, text = '' }: { retired?: '1'; text?: string } = useSearch({ strict: false })
  const retired = retiredParam === '1'
  const [edited, setEdited] = useState<PositionedEntry | 'new' | null>(null)
  const row = (entry: PositionedEntry) => <EntryRow list={list} entry={entry} onEdit={() => setEdited(entry)} />
  return (
    <>
      <ListPage
        title={listTitles[list]}
        back="/a/admin/library"
        query={entryPageQuery(list, retired)}
        emptyText={retired ? libraryTexts.noneRetired : libraryTexts.empty}
        failureText={texts.failure.getLists}
        // An export contains only entries in use.
        {...(!retired && { exports: list })}
        renderRow={row}
      >
        <nav className="tabs" aria-label={libraryTexts.which}>
          <Tab retired={false} current={!retired} />
          <Tab retired current={retired} />
        </nav>
        {!retired && !text && <ListOrder list={list} />}
      </ListPage>
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

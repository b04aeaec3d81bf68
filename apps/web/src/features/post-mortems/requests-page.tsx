import { Button } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { clientPostMortemPath } from '@chisholm/domain/page-paths'
import { type ClientTab, clientTabs } from '@chisholm/domain/status'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useFitsSplitView } from '../../ui/use-is-wide.ts'
import { SplitView } from './split-view.tsx'
import { TabBar } from './status-tabs.tsx'
import { PostMortemList } from './post-mortem-list.tsx'

/** The user's own requests by status. On wide screens they have a detail pane. */
export function RequestsPage() {
  const { tab }: { tab: ClientTab } = useParams({ strict: false })
  const { page = 1, ticket: selectedId }: { page?: number; ticket?: string } = useSearch({ strict: false })
  const inSplitView = useFitsSplitView()
  if (!clientTabs.includes(tab)) return <NotFoundPage />
  if (!inSplitView && selectedId) return <Navigate to={clientPostMortemPath(selectedId)} replace />
  const list = (
    <>
      <Heading besidePostMortem={selectedId !== undefined} />
      <p className="hint">{postMortemTexts.myRequestsIntro}</p>
      <TabBar tabs={clientTabs} current={tab} siteId={null} addressOf={(next) => `/a/postmortems/${next}`} />
      <PostMortemList
        tab={tab}
        siteId={null}
        page={page}
        addressOf={({ id }) =>
          inSplitView ? `/a/postmortems/${tab}?page=${page}&ticket=${id}` : clientPostMortemPath(id)
        }
        selectedId={selectedId}
        emptyAction={
          <Button component={Link} to={'/a/postmortem/add'}>
            {postMortemTexts.newPostMortem}
          </Button>
        }
      />
    </>
  )
  return (
    <Page title={postMortemTexts.myRequests} headerTitle={uiTexts.product} ownHeading wide={inSplitView}>
      {inSplitView ? (
        <SplitView listName={`mine ${tab} ${page}`} list={list} postMortemId={selectedId} vetRoute={false} />
      ) : (
        list
      )}
      <AddButton />
    </Page>
  )
}

/** If a detail pane is open, it contains the h1 of the page. */
function Heading({ besidePostMortem }: { besidePostMortem: boolean }) {
  const Title = besidePostMortem ? 'p' : 'h1'
  return (
    <div className="row between">
      <Title className="list-title">{postMortemTexts.myRequests}</Title>
      <Link to={'/a/search'} className="row" style={{ fontWeight: 600, minHeight: 44, textDecoration: 'none' }}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
        {uiTexts.search}
      </Link>
    </div>
  )
}

/** @param siteId  the site that is preselected */
export const AddButton = ({ siteId }: { siteId?: string | undefined }) => (
  <Link to="/a/postmortem/add" search={{ site: siteId }} className="fab" aria-label={postMortemTexts.newPostMortem}>
    <IconPlus size={30} stroke={2.2} aria-hidden />
  </Link>
)

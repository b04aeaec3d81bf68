import { Button } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ClientTab, clientTabs } from '@chisholm/domain/status'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { TabBar } from './tab-bar.tsx'
import { TicketList } from './ticket-list.tsx'

/** 'My PM Requests': what one asked for, by status. */
export function RequestsPage() {
  const { tab } = useParams({ strict: false }) as { tab: ClientTab }
  const { page = 1 } = useSearch({ strict: false }) as { page?: number }
  if (!clientTabs.includes(tab)) return <NotFound />
  return (
    <Page title={uiTexts.myRequests} header={uiTexts.product} ownHeading>
      <div className="row between">
        <h1>{uiTexts.myRequests}</h1>
        <Link
          to={'/a/search' as string}
          className="row"
          style={{ fontWeight: 600, minHeight: 44, textDecoration: 'none' }}
        >
          <IconSearch size={20} aria-hidden />
          {uiTexts.search}
        </Link>
      </div>
      <p className="hint">{uiTexts.myRequestsIntro}</p>
      <TabBar tabs={clientTabs} current={tab} siteId={null} addressOf={(next) => `/a/postmortems/${next}`} />
      <TicketList
        tab={tab}
        siteId={null}
        page={page}
        addressOf={(ticket) => `/a/postmortem/${ticket.id}`}
        emptyAction={
          <Button component={Link} to={'/a/postmortem/add' as string}>
            {uiTexts.newPostMortem}
          </Button>
        }
      />
      <AddButton />
    </Page>
  )
}

export const AddButton = () => (
  <Link to={'/a/postmortem/add' as string} className="fab" aria-label={uiTexts.newPostMortem}>
    <IconPlus size={30} stroke={2.2} aria-hidden />
  </Link>
)

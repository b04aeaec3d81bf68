import { Link } from '@tanstack/react-router'
import { uiTexts } from '../../ui-texts.ts'
import { type Tab, useTickets } from './queries.ts'

interface TabBarProps {
  tabs: readonly Tab[]
  current: Tab
  siteId: string | null
  /** Address of a tab: the selected one is kept in the URL. */
  addressOf: (tab: Tab) => string
}

export const TabBar = ({ tabs, current, siteId, addressOf }: TabBarProps) => (
  <nav className="tabs" aria-label="Tickets by status">
    {tabs.map((tab) => (
      <Link key={tab} to={addressOf(tab)} replace aria-current={tab === current ? 'page' : undefined}>
        {uiTexts.tabs[tab]} {tab !== 'complete' && <Count tab={tab} siteId={siteId} />}
      </Link>
    ))}
  </nav>
)

function Count({ tab, siteId }: { tab: Tab; siteId: string | null }) {
  const { total } = useTickets(tab, siteId, 1)
  return total > 0 ? <i>{total}</i> : null
}

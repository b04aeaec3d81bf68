import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { clientTabs, vetTabs } from '@chisholm/domain/status'
import { useSession } from '../../api/session.ts'
import { isAbsent } from '../../ui/absent.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { siteQuery } from '../sites/index.ts'
import { Desk, useDesk } from './desk.tsx'
import type { Tab } from './queries.ts'
import { AddButton } from './requests-page.tsx'
import { TabBar } from './tab-bar.tsx'
import { TicketList } from './ticket-list.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Post-mortems of one site or all: the veterinarians' dashboard and the clients' site page. */
export function LocationPage() {
  const { siteId: place, tab }: { siteId: string; tab: Tab } = useParams({ strict: false })
  const { page = 1, ticket: selectedId }: { page?: number; ticket?: string } = useSearch({ strict: false })
  const person = useSession()
  const beside = useDesk()
  const siteId = place === 'all' ? null : place
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== null })
  const vet = person !== null && isVet(person)
  const tabs: readonly Tab[] = vet ? vetTabs : clientTabs
  if (!tabs.includes(tab) || isAbsent(site.error)) return <NotFound />
  const here = `/a/location/${place}`
  const pageOf = (id: string) => (vet ? `/a/vet/ticketdetail/${id}` : `/a/postmortem/${id}`)
  const addressOf = (ticket: PostMortem) => {
    if (beside) return `${here}/${tab}?page=${page}&ticket=${ticket.id}`
    return pageOf(ticket.id)
  }
  if (!beside && selectedId) return <Navigate to={pageOf(selectedId)} replace />
  const title =
    siteId === null
      ? postMortemTexts.allLocations
      : site.data
        ? `${site.data.customer.name} - ${site.data.name}`
        : postMortemTexts.location
  // the detail pane brings its own h1
  const ownHeading = beside ? selectedId !== undefined : siteId !== null
  const list = (
    <>
      {siteId !== null && !beside && <h1>{title}</h1>}
      <TabBar tabs={tabs} current={tab} siteId={siteId} addressOf={(next) => `${here}/${next}`} />
      <TicketList tab={tab} siteId={siteId} page={page} addressOf={addressOf} selectedId={selectedId} />
    </>
  )
  return (
    <Page title={title} {...(siteId && { back: '/a/locations' })} ownHeading={ownHeading} wide={beside}>
      {beside ? <Desk listName={`${place} ${tab} ${page}`} list={list} ticketId={selectedId} vetRoute={vet} /> : list}
      {!vet && <AddButton />}
    </Page>
  )
}

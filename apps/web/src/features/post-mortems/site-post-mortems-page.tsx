import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { clientTabs, vetTabs } from '@chisholm/domain/status'
import { useSession } from '../../api/session.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { useFitsSplitView } from '../../ui/use-is-wide.ts'
import { listedSite, siteQuery } from '../sites/index.ts'
import { SplitView } from './split-view.tsx'
import type { Tab } from './queries.ts'
import { AddButton } from './requests-page.tsx'
import { TabBar } from './status-tabs.tsx'
import { PostMortemList } from './post-mortem-list.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The post-mortems of one site or all. This is the dashboard of veterinarians and the site page of clients. */
export function SitePostMortemsPage() {
  const { siteId: siteParam, tab }: { siteId: string; tab: Tab } = useParams({ strict: false })
  const { page = 1, ticket: selectedId }: { page?: number; ticket?: string } = useSearch({ strict: false })
  const currentUser = useSession()
  const inSplitView = useFitsSplitView()
  const postMortemPathOf = usePostMortemPath()
  const siteId = siteParam === 'all' ? null : siteParam
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== null })
  const isVetUser = currentUser !== null && isVet(currentUser)
  const tabs: readonly Tab[] = isVetUser ? vetTabs : clientTabs
  if (!tabs.includes(tab) || isNotFound(site.error)) return <NotFoundPage />
  const locationPath = `/a/location/${siteParam}`
  const addressOf = (postMortem: PostMortemCard) => {
    if (inSplitView) return `${locationPath}/${tab}?page=${page}&ticket=${postMortem.id}`
    return postMortemPathOf(postMortem.id)
  }
  if (!inSplitView && selectedId) return <Navigate to={postMortemPathOf(selectedId)} replace />
  const known = siteId === null ? undefined : (site.data ?? listedSite(siteId))
  const title =
    siteId === null
      ? postMortemTexts.allLocations
      : known
        ? siteInFull(known.customer.name, known.name)
        : postMortemTexts.location
  // The detail pane has its own h1.
  const ownHeading = inSplitView ? selectedId !== undefined : siteId !== null
  const list = (
    <>
      {siteId !== null && !inSplitView && <h1>{title}</h1>}
      <TabBar tabs={tabs} current={tab} siteId={siteId} addressOf={(next) => `${locationPath}/${next}`} />
      <PostMortemList tab={tab} siteId={siteId} page={page} addressOf={addressOf} selectedId={selectedId} />
    </>
  )
  return (
    <Page title={title} {...(siteId && { back: '/a/locations' })} ownHeading={ownHeading} wide={inSplitView}>
      {inSplitView ? (
        <SplitView
          listName={`${siteParam} ${tab} ${page}`}
          list={list}
          postMortemId={selectedId}
          vetRoute={isVetUser}
        />
      ) : (
        list
      )}
      {!isVetUser && <AddButton siteId={siteId ?? undefined} />}
    </Page>
  )
}

import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortemCard as Card } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { listTexts } from '../../ui/list-texts.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/states.tsx'
import { PageOutOfRange } from '../../ui/page-out-of-range.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useCardAnimals } from './card-animals.ts'
import { clockTexts } from './card-clock-texts.ts'
import { ListOrder } from './card-list-order.tsx'
import { useListOptions } from './list-options.ts'
import { hasClocks, hasVets, type Tab, usePostMortems } from './queries.ts'
import { PostMortemCard } from './post-mortem-card.tsx'

interface PostMortemListProps {
  tab: Tab
  siteId: string | null
  page: number
  addressOf: (postMortem: Card) => string
  selectedId?: string | undefined
  emptyAction?: ReactNode
}

export function PostMortemList({ tab, siteId, page, addressOf, selectedId, emptyAction }: PostMortemListProps) {
  const { postMortems, lastPage, isPending, isError, isFetching, isFromDevice, refetch } = usePostMortems(
    tab,
    siteId,
    page,
  )
  const navigate = useNavigate()
  const currentUser = useSession()
  const showPhotos = currentUser !== null && isVet(currentUser)
  const animalsOf = useCardAnimals(postMortems)
  const goTo = (next: number) => void navigate({ to: '.', search: (search: object) => ({ ...search, page: next }) })
  const failed = <FailedState text={texts.failure.getPostMortems} onRetry={refetch} isRetrying={isFetching} />
  const options = useListOptions()[0]
  const withTimeLeft = options.withTimeLeft && hasClocks(tab)
  const isFiltered = withTimeLeft || (options.mine && hasVets(tab))
  const order = hasClocks(tab) && <ListOrder hasVets={hasVets(tab)} onChange={() => page > 1 && goTo(1)} />
  if (postMortems.length === 0)
    return (
      <>
        {(isPending || isFiltered) && order}
        {isPending ? (
          <Skeletons />
        ) : isError ? (
          failed
        ) : page > lastPage ? (
          <PageOutOfRange lastPage={lastPage} onPage={goTo} />
        ) : isFromDevice ? (
          <EmptyState text={listTexts.noneOnDevice} />
        ) : isFiltered ? (
          <EmptyState text={withTimeLeft ? clockTexts.noneWithTimeLeft : clockTexts.noneMine} />
        ) : (
          <EmptyState text={texts.empty.tab(tab)} action={emptyAction} />
        )}
      </>
    )
  return (
    <>
      {order}
      {isFromDevice && <p className="hint">{listTexts.fromDevice}</p>}
      <ul className="list">
        {postMortems.map((postMortem) => (
          <li key={postMortem.id}>
            <PostMortemCard
              postMortem={postMortem}
              to={addressOf(postMortem)}
              selected={postMortem.id === selectedId}
              showPhotos={showPhotos}
              animals={animalsOf(postMortem)}
            />
          </li>
        ))}
      </ul>
      {/* Unsent post-mortems are shown even if the server's list fails. */}
      {isPending && <Skeletons />}
      {isError && failed}
      <Pager page={page} lastPage={lastPage} onPage={goTo} />
    </>
  )
}

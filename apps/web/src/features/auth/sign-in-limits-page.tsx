import { Button } from '@mantine/core'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { SignInLimit } from '@chisholm/domain/shapes'
import { signInLimitTexts } from './sign-in-limit-texts.ts'
import { api } from '../../api/client.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PastEnd } from '../../ui/past-end.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'

const key = ['sign-in-limits']

const limitsQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, String(page)],
    queryFn: () => api.get('/sign-in-limits', { page, per_page: constants.ticketPageSize }),
    placeholderData: keepPreviousData,
  })

/** Accounts locked after failed sign-ins, each with a button to lift the limit. */
export function SignInLimitsPage() {
  const { page = 1 }: { page?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const limits = useQuery(limitsQuery(page))
  const turnTo = (next: number) =>
    void navigate({ to: '/a/admin/sign-in-limits', search: { page: next }, replace: true })
  const { data, meta } = limits.data ?? {}
  return (
    <Page title={signInLimitTexts.title} back="/a/admin" ownHeading>
      <h1>{signInLimitTexts.title}</h1>
      <p className="hint">{signInLimitTexts.hint}</p>
      {limits.isPending && <Skeletons height={96} count={2} />}
      {limits.isError && <FailedState text={signInLimitTexts.failed} retry={() => void limits.refetch()} />}
      {meta?.total === 0 && <EmptyState text={signInLimitTexts.empty} />}
      {meta && meta.total > 0 && data?.length === 0 && <PastEnd lastPage={meta.last_page} onPage={turnTo} />}
      {data && data.length > 0 && (
        <>
          <ul className="list">
            {data.map((limit) => (
              <li key={limit.id}>
                <LimitCard limit={limit} />
              </li>
            ))}
          </ul>
          <Pager page={page} lastPage={meta?.last_page ?? 1} onPage={turnTo} />
        </>
      )}
    </Page>
  )
}

function LimitCard({ limit }: { limit: SignInLimit }) {
  const { address, user_id, since, failures, sources, next_try_at, ends_at } = limit
  const queryClient = useQueryClient()
  const lift = useMutation({
    mutationFn: () => api.delete('/sign-in-limits/{id}', { id: limit.id }),
    onSuccess: () => toast.success(signInLimitTexts.lifted(address)),
    onError: (failure) => toast.failure(wordsOf(failure, signInLimitTexts.notLifted)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: key })
      // the focused button is gone
      document.querySelector('h1')?.focus()
    },
  })
  return (
    <div className="card">
      <b style={{ overflowWrap: 'anywhere' }}>{address}</b>
      {user_id === null && <p>{signInLimitTexts.noAccount}</p>}
      <p>{signInLimitTexts.counted(failures, sources)}</p>
      <dl className="facts">
        <dt>{signInLimitTexts.since}</dt>
        <dd>
          <Moment at={since} />
        </dd>
        <dt>{signInLimitTexts.next}</dt>
        <dd>
          <Moment at={next_try_at} />
        </dd>
        <dt>{signInLimitTexts.ends}</dt>
        <dd>
          <Moment at={ends_at} />
        </dd>
      </dl>
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        aria-label={signInLimitTexts.liftOf(address)}
        loading={lift.isPending}
        onClick={() => lift.mutate()}
      >
        {signInLimitTexts.lift}
      </Button>
    </div>
  )
}

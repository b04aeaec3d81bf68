import { Button } from '@mantine/core'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { SignInLimit } from '@chisholm/domain/schemas/sign-ins'
import { signInLimitTexts } from './sign-in-limit-texts.ts'
import { api } from '../../api/client.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Page } from '../../ui/page.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'

const key = ['sign-in-limits']

const limitsQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, String(page)],
    queryFn: () => api.get('/sign-in-limits', { page, per_page: constants.postMortemPageSize }),
    placeholderData: keepPreviousData,
  })

/** Accounts that must wait after failed sign-ins, each with a button that lifts the limit. */
export function SignInLimitsPage() {
  const { page = 1 }: { page?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const limits = useQuery(limitsQuery(page))
  const goToPage = (next: number) =>
    void navigate({ to: '/a/admin/sign-in-limits', search: { page: next }, replace: true })
  return (
    <Page title={signInLimitTexts.title} back="/a/admin" ownHeading>
      <h1 tabIndex={-1}>{signInLimitTexts.title}</h1>
      <p className="hint">{signInLimitTexts.hint}</p>
      <PagedList
        query={limits}
        page={page}
        onPage={goToPage}
        failureText={signInLimitTexts.failed}
        empty={<EmptyState text={signInLimitTexts.empty} />}
        renderRow={(limit) => <LimitCard limit={limit} />}
        height={96}
        count={2}
      />
    </Page>
  )
}

function LimitCard({ limit }: { limit: SignInLimit }) {
  const { address, user_id, since, failures, sources, next_try_at, ends_at } = limit
  const queryClient = useQueryClient()
  const liftLimit = useMutation({
    mutationFn: () => api.delete('/sign-in-limits/{id}', { id: limit.id }),
    onSuccess: () => toast.success(signInLimitTexts.lifted(address)),
    onError: toastFailure(signInLimitTexts.notLifted),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: key })
      // The focused button has been removed.
      document.querySelector('h1')?.focus()
    },
  })
  return (
    <div className="card">
      <b style={{ overflowWrap: 'anywhere' }}>{address}</b>
      {user_id === null && <p>{signInLimitTexts.noAccount}</p>}
      <p>{signInLimitTexts.counted(failures, sources)}</p>
      <dl className="description-list">
        <dt>{signInLimitTexts.since}</dt>
        <dd>
          <DateTime at={since} />
        </dd>
        <dt>{signInLimitTexts.next}</dt>
        <dd>
          <DateTime at={next_try_at} />
        </dd>
        <dt>{signInLimitTexts.ends}</dt>
        <dd>
          <DateTime at={ends_at} />
        </dd>
      </dl>
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        aria-label={signInLimitTexts.liftOf(address)}
        loading={liftLimit.isPending}
        onClick={() => liftLimit.mutate()}
      >
        {signInLimitTexts.lift}
      </Button>
    </div>
  )
}

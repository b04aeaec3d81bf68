import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { isChunkLoadError, mayReload, reloadPage } from '../api/chunk-load-error.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { Skeletons } from '../ui/states.tsx'
import { CattleIcon } from '../ui/logo.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { errorPageTexts } from './error-page-texts.ts'
import { uiTexts } from '../ui-texts.ts'

export const ErrorPage = ({ error }: ErrorComponentProps) =>
  isChunkLoadError(error) ? <ChunkLoadErrorPage /> : <CrashPage error={error} />

/** Shows an unexpected error, which is reported to the server. The user can quote its number. */
function CrashPage({ error }: { error: unknown }) {
  const router = useRouter()
  const [reportNumber, setNumber] = useState<string | null>(null)
  useEffect(() => void reportError(error).then(setNumber), [error])
  const retry = () => {
    // Cached data may have caused the error.
    queryClient.removeQueries({ type: 'inactive' })
    void router.invalidate()
  }
  return (
    <ErrorLayout text={errorPageTexts.broken} retry={retry}>
      {reportNumber && <p className="hint">{errorPageTexts.reported(reportNumber)}</p>}
    </ErrorLayout>
  )
}

/** Reloads once, because a deployment may have replaced the chunk. */
function ChunkLoadErrorPage() {
  const [willReload] = useState(mayReload)
  useEffect(() => {
    if (willReload) reloadPage()
  }, [willReload])
  if (willReload)
    return (
      <Page title={uiTexts.product}>
        <Skeletons />
      </Page>
    )
  const retry = () => (navigator.onLine ? location.reload() : toast.failure(uiTexts.stillNone))
  return <ErrorLayout text={errorPageTexts.missing} retry={retry} />
}

interface ErrorLayoutProps {
  text: string
  retry: () => void
  children?: ReactNode
}

const ErrorLayout = ({ text, retry, children }: ErrorLayoutProps) => (
  <Page title={errorPageTexts.title} headerTitle={uiTexts.product} ownHeading>
    <div className="empty" role="alert">
      <CattleIcon stroke={1.2} />
      <h1>{errorPageTexts.title}</h1>
      <p>{text}</p>
      {children}
      <Button onClick={retry}>{uiTexts.tryAgain}</Button>
      <Button component={Link} to={'/'} variant="default">
        {uiTexts.home}
      </Button>
    </div>
  </Page>
)

const { messageMax, stackMax, pathMax } = constants.clientError

/** @returns the id of the request in the server's log, or null if the report failed */
async function reportError(error: unknown): Promise<string | null> {
  if (!session.read()) return null
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const clientError = {
    message: (message || 'Error').slice(0, messageMax),
    stack: stack.slice(0, stackMax),
    path: location.pathname.slice(0, pathMax),
  }
  return api.post('/client-errors', clientError).then(
    ({ data }) => data.id,
    () => null,
  )
}

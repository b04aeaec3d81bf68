import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { isCodeMissing, mayReload, reload } from '../api/missing-code.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { Skeletons } from '../ui/faces.tsx'
import { HeadOutline } from '../ui/mark.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { shellTexts } from './shell-texts.ts'
import { uiTexts } from '../ui-texts.ts'

export const ErrorPage = ({ error }: ErrorComponentProps) =>
  isCodeMissing(error) ? <MissingPage /> : <BrokenPage error={error} />

/** An unexpected error, reported to the server; the user can quote its number. */
function BrokenPage({ error }: { error: unknown }) {
  const router = useRouter()
  const [number, setNumber] = useState<string | null>(null)
  useEffect(() => void report(error).then(setNumber), [error])
  const retry = () => {
    // cached data may have caused the error
    queryClient.removeQueries({ type: 'inactive' })
    void router.invalidate()
  }
  return (
    <Broken text={shellTexts.errorPage.broken} retry={retry}>
      {number && <p className="hint">{shellTexts.errorPage.reported(number)}</p>}
    </Broken>
  )
}

/** Reloads once, in case a deployment replaced the chunk. */
function MissingPage() {
  const [reloads] = useState(mayReload)
  useEffect(() => {
    if (reloads) reload()
  }, [reloads])
  if (reloads)
    return (
      <Page title={uiTexts.product}>
        <Skeletons />
      </Page>
    )
  const retry = () => (navigator.onLine ? location.reload() : toast.failure(shellTexts.stillNone))
  return <Broken text={shellTexts.errorPage.missing} retry={retry} />
}

interface BrokenProps {
  text: string
  retry: () => void
  children?: ReactNode
}

const Broken = ({ text, retry, children }: BrokenProps) => (
  <Page title={shellTexts.errorPage.title} header={uiTexts.product} ownHeading>
    <div className="empty" role="alert">
      <HeadOutline stroke={1.2} />
      <h1>{shellTexts.errorPage.title}</h1>
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

/** @returns the request id in the server's log; null if reporting failed */
async function report(error: unknown): Promise<string | null> {
  if (!session.read()) return null
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const sent = {
    message: (message || 'Error').slice(0, messageMax),
    stack: stack.slice(0, stackMax),
    path: location.pathname.slice(0, pathMax),
  }
  return api.post('/client-errors', sent).then(
    ({ data }) => data.id,
    () => null,
  )
}

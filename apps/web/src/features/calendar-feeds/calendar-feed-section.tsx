import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatLongDate } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { QueryState } from '../../ui/states.tsx'
import { attempt, toast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { calendarFeedQuery, useEndFeed, useMakeFeed } from './calendar-feed-queries.ts'
import { calendarFeedTexts as texts } from './calendar-feed-texts.ts'

/** The URL with which calendar programs subscribe to the user's visits. It is shown once, when it is created. */
export function CalendarFeedSection() {
  const currentUser = useSession()
  const zone = useZone()
  const feed = useQuery(calendarFeedQuery)
  const [make, end] = [useMakeFeed(), useEndFeed()]
  const [url, setUrl] = useState<string | null>(null)
  const { ask, dialog } = useConfirm()
  const makeAddress = useSingleFlight(async () => {
    await attempt(async () => setUrl(await make.mutateAsync()), texts.notMade)
  })
  const endAddress = async (id: string) => {
    if (!(await ask({ title: texts.askEnd, text: texts.endConsequence, confirmLabel: texts.end, isDangerous: true })))
      return
    if (!(await attempt(() => end.mutateAsync(id), texts.notEnded))) return
    setUrl(null)
    toast.success(texts.ended)
  }
  const isOwnPlan = currentUser !== null && isVet(currentUser)
  return (
    <CardSection title={texts.title} hint={isOwnPlan ? texts.hintVet : texts.hintClient}>
      <QueryState query={feed} failureText={texts.failed} count={1} height={52} />
      {url && <NewAddress url={url} />}
      {feed.data && !url && <p>{texts.since(formatLongDate(feed.data.created_at, zone))}</p>}
      {feed.data !== undefined && (
        <div className="row">
          {!url && (
            <Button variant="default" loading={make.isPending} onClick={() => void makeAddress()}>
              {feed.data ? texts.makeAgain : texts.make}
            </Button>
          )}
          {feed.data && (
            <Button variant="subtle" color="red" onClick={() => feed.data && void endAddress(feed.data.id)}>
              {texts.end}
            </Button>
          )}
        </div>
      )}
      {dialog}
    </CardSection>
  )
}

function NewAddress({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(texts.copied),
      () => toast.failure(texts.notCopied),
    )
  return (
    <>
      <TextInput
        label={texts.address}
        description={texts.secret}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button component="a" variant="default" href={url.replace(/^https?:/, 'webcal:')}>
          {texts.open}
        </Button>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { clearOfflineData } from '../../api/offline-data.ts'
import { offlineStore } from '../../api/offline-store.ts'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { DateOnly } from '../../ui/date-time.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { toast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { offlineTexts } from './offline-texts.ts'

const texts = offlineTexts.stored

/** The browser's storage estimate for this site; null if unavailable (plain http). */
async function readStorage() {
  if (!('storage' in navigator)) return null
  const { usage = 0 } = await navigator.storage.estimate()
  return { usage, isKept: await navigator.storage.persisted() }
}

async function readCopies(owner: string) {
  const times = (await offlineStore.list(owner, '')).map(([, { at }]) => at)
  return { count: times.length, since: times.length > 0 ? Math.min(...times) : null }
}

const storedQuery = (owner: string) =>
  queryOptions({
    queryKey: ['stored on this device', owner],
    queryFn: async () => ({ ...(await readCopies(owner)), storage: await readStorage().catch(() => null) }),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })

/** The data stored for offline reading, with a button that deletes it. */
export function StoredSection() {
  const { data, refetch } = useQuery(storedQuery(useSession()?.uuid ?? ''))
  const { ask, dialog } = useConfirm()
  const deleteStored = async () => {
    const question = { title: texts.ask, text: texts.askText, confirmLabel: texts.delete, isDangerous: true }
    if (!(await ask(question))) return
    await clearOfflineData()
    toast.success(texts.deleted)
    await refetch()
  }
  return (
    <CardSection title={texts.title} hint={texts.hint}>
      {!('serviceWorker' in navigator) && <p className="banner">{texts.noServiceWorker}</p>}
      {data && (
        <dl className="description-list">
          <dt>{texts.toRead}</dt>
          <dd>
            {data.count === 0 ? texts.none : texts.answers(data.count)}
            {data.since !== null && (
              <>
                {' '}
                {texts.since} <DateOnly at={new Date(data.since).toISOString()} />
              </>
            )}
          </dd>
          {data.storage && (
            <>
              <dt>{texts.space}</dt>
              <dd>{formatBytes(data.storage.usage)}</dd>
              <dt>{texts.isKept}</dt>
              <dd>{data.storage.isKept ? texts.kept : texts.mayGo}</dd>
            </>
          )}
        </dl>
      )}
      {data && data.count > 0 && (
        <Button variant="default" onClick={() => void deleteStored()}>
          {texts.delete}
        </Button>
      )}
      {dialog}
    </CardSection>
  )
}

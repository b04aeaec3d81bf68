import { isDay } from '@chisholm/domain/dates'
import { isUnusualHead } from '@chisholm/domain/lots'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { lastHeadCount } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { head: texts } = herdTexts

interface TypedCount {
  /** Of a count that is being corrected. */
  id?: string | undefined
  date: string
  head: string
}

/** Asks before a head count is saved that differs much from the last one, as a digit too many does. Render `dialog`. */
export function useConfirmHead(siteId: string) {
  const { ask, dialog } = useConfirm()
  /** @returns whether to save it; the server reports what is invalid */
  const confirmHead = async ({ id, date, head }: TypedCount): Promise<boolean> => {
    if (!/^\d+$/.test(head) || !isDay(date)) return true
    // without a connection, saving fails and says so
    const last = await lastHeadCount(siteId, date, id).catch(() => undefined)
    if (!last || !isUnusualHead(Number(head), last.head)) return true
    return ask({ title: texts.askUnusual(last.head, Number(head)), confirmLabel: texts.save })
  }
  return { confirmHead, dialog }
}

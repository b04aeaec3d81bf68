import { useBlocker } from '@tanstack/react-router'
import { keptFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { type ReactNode, useState } from 'react'
import { forget, keep } from '../../api/kept.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { sameFilter } from './typed-filter.ts'
import { uiTexts } from '../../ui-texts.ts'

/** An unsaved filter as stored on the device, with the id for a new report. */
export interface KeptFilter {
  id: string
  filter: ReportFilter
}

interface TypedFilter extends KeptFilter {
  unsaved: boolean
  change: (filter: ReportFilter) => void
  /** The dialog that asks before leaving; the page must render it. */
  question: ReactNode
}

/**
 * The filter being edited. Stores it on the device until it is saved, and asks before leaving the page.
 * @param here  the path of its page
 * @param ran  the last run, from the URL
 */
export function useTypedFilter(
  form: string,
  here: string,
  saved: ReportFilter,
  kept: KeptFilter | null,
  ran: ReportFilter | null,
): TypedFilter {
  const [id] = useState(() => kept?.id ?? newId())
  const [filter, setFilter] = useState(() => kept?.filter ?? ran ?? keptFilter(saved))
  const { ask, dialog } = useConfirm()
  const unsaved = !sameFilter(filter, saved)
  const change = (next: ReportFilter) => {
    setFilter(next)
    if (sameFilter(next, saved)) void forget(form)
    else keep(form, { id, filter: next } satisfies KeptFilter)
  }
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // running and paging stay on this page; after leaving, the hook runs until the next page has loaded
      if (!unsaved || current.pathname !== here || next.pathname === here) return false
      const leaves = await ask({ title: texts.other.unsavedChanges, verb: uiTexts.leave, dangerous: true })
      if (leaves) await forget(form)
      return !leaves
    },
    enableBeforeUnload: () => unsaved,
  })
  return { id, filter, unsaved, change, question: dialog }
}

import { normalizeFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { type ReactNode, useRef, useState } from 'react'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { useAskBeforeLeaving } from '../../ui/use-ask-before-leaving.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { isSameFilter } from './filter-validation.ts'
import { uiTexts } from '../../ui-texts.ts'

/** An unsaved filter in its stored form, with the id for a new report. */
export interface FilterDraft {
  id: string
  filter: ReportFilter
}

interface FilterDraftState extends FilterDraft {
  isUnsaved: boolean
  change: (filter: ReportFilter) => void
  /** Deletes the draft of a filter that was saved, unless the filter was changed meanwhile. */
  markSaved: (filter: ReportFilter) => Promise<void>
  /** The dialog that asks before leaving. The page must render it. */
  leaveDialog: ReactNode
}

interface FilterDraftOptions {
  draftKey: string
  pagePath: string
  saved: ReportFilter
  draft: FilterDraft | null
  /** The filter of the last run, from the URL. */
  lastRun: ReportFilter | null
}

/** The filter that is being edited. It is stored on the device until it is saved, and leaving the page asks first. */
export function useFilterDraft({ draftKey, pagePath, saved, draft, lastRun }: FilterDraftOptions): FilterDraftState {
  const [id] = useState(() => draft?.id ?? newId())
  const [filter, setFilter] = useState(() => draft?.filter ?? lastRun ?? normalizeFilter(saved))
  const latest = useRef(filter)
  const { ask, dialog } = useConfirm()
  const isUnsaved = !isSameFilter(filter, saved)
  const change = (next: ReportFilter) => {
    setFilter(next)
    latest.current = next
    if (isSameFilter(next, saved)) void deleteDraft(draftKey)
    else saveDraft(draftKey, { id, filter: next } satisfies FilterDraft)
  }
  const markSaved = async (sent: ReportFilter) => {
    if (isSameFilter(latest.current, sent)) await deleteDraft(draftKey)
  }
  useAskBeforeLeaving({
    // Running and changing the page stay on this page. After leaving, the hook runs until the next page has loaded.
    mustAsk: ({ current, next }) => isUnsaved && current.pathname === pagePath && next.pathname !== pagePath,
    ask: async () => {
      const leaves = await ask({ title: texts.other.unsavedChanges, confirmLabel: uiTexts.leave, isDangerous: true })
      if (leaves) await deleteDraft(draftKey)
      return leaves
    },
    hasUnsaved: () => isUnsaved,
  })
  return { id, filter, isUnsaved, change, markSaved, leaveDialog: dialog }
}

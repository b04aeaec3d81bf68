import { useNavigate } from '@tanstack/react-router'
import { normalizeFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { useRef } from 'react'
import { deleteDraft } from '../../api/form-drafts.ts'
import { toast } from '../../ui/toast.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { NameDialog } from './name-dialog.tsx'
import { useCreateReport } from './queries.ts'
import { savedReportTexts } from './saved-report-texts.ts'

interface NewReportDialogProps {
  id: string
  filter: ReportFilter
  /** The draft that the created report replaces. */
  draftKey: string
  opened: boolean
  onClose: () => void
}

/** Asks for the name of a new report, creates the report and opens it. */
export function NewReportDialog({ id, filter, draftKey, opened, onClose }: NewReportDialogProps) {
  const creating = useCreateReport()
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const isCreated = useRef(false)
  const create = async (name: string) => {
    await creating.mutateAsync({ id, name, filter: normalizeFilter(filter) })
    isCreated.current = true
    toast.success(texts.success.dataUpdated)
  }
  const openReport = async () => {
    await deleteDraft(draftKey)
    if (isMounted()) await navigate({ to: `/a/reports/${id}`, replace: true, ignoreBlocker: true })
  }
  return (
    <NameDialog
      title={savedReportTexts.saveTitle}
      opened={opened}
      draftName="report name new"
      // If another name was typed meanwhile, the report exists under the first one.
      onClose={() => (isCreated.current ? void openReport() : onClose())}
      onSave={create}
      onSaved={openReport}
    />
  )
}

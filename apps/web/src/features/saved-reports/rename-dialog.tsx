import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../../ui/toast.ts'
import { NameDialog } from './name-dialog.tsx'
import { useUpdateReport } from './queries.ts'
import { savedReportTexts } from './saved-report-texts.ts'

interface RenameDialogProps {
  report: SavedReport
  opened: boolean
  onClose: () => void
}

export function RenameDialog({ report, ...dialog }: RenameDialogProps) {
  const change = useUpdateReport(report.id)
  const rename = async (name: string) => {
    await change.mutateAsync({ name })
    toast.success(texts.success.dataUpdated)
  }
  return (
    <NameDialog
      title={savedReportTexts.renameTitle}
      draftName={`report name ${report.id}`}
      name={report.name}
      onSave={rename}
      onSaved={dialog.onClose}
      {...dialog}
    />
  )
}

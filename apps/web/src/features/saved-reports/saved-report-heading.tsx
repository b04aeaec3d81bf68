import { Button } from '@mantine/core'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { useState } from 'react'
import { savedReportTexts } from './saved-report-texts.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** The name of the report, which can be changed after the report has been saved. */
export const SavedReportHeading = ({ report }: { report: SavedReport | null }) =>
  report ? <RenamableHeading report={report} /> : <h1>{savedReportTexts.newAnimalReport}</h1>

function RenamableHeading({ report }: { report: SavedReport }) {
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <div className="row between">
      <h1>{report.name}</h1>
      <Button size="sm" variant="default" onClick={() => setIsRenaming(true)}>
        {savedReportTexts.rename}
      </Button>
      <RenameDialog report={report} opened={isRenaming} onClose={() => setIsRenaming(false)} />
    </div>
  )
}

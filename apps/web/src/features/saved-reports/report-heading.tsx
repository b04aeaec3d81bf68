import { Button } from '@mantine/core'
import type { SavedReport } from '@chisholm/domain/shapes'
import { useState } from 'react'
import { savedReportTexts } from './saved-report-texts.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** The name of the report, which can be changed once it is saved. */
export const ReportHeading = ({ report }: { report: SavedReport | null }) =>
  report ? <Renamable report={report} /> : <h1>{savedReportTexts.newAnimalReport}</h1>

function Renamable({ report }: { report: SavedReport }) {
  const [renaming, setRenaming] = useState(false)
  return (
    <div className="row between">
      <h1>{report.name}</h1>
      <Button size="sm" variant="default" onClick={() => setRenaming(true)}>
        {savedReportTexts.rename}
      </Button>
      <RenameDialog report={report} opened={renaming} onClose={() => setRenaming(false)} />
    </div>
  )
}

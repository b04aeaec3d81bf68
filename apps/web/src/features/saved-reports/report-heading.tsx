import { Button } from '@mantine/core'
import type { SavedReport } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { NameDialog } from './name-dialog.tsx'
import { useChangeReport } from './queries.ts'

/** What the report is called, and the way to call it something else once it is saved. */
export const ReportHeading = ({ report }: { report: SavedReport | null }) =>
  report ? <Renamable report={report} /> : <h1>{uiTexts.newAnimalReport}</h1>

function Renamable({ report }: { report: SavedReport }) {
  const [renaming, setRenaming] = useState(false)
  const change = useChangeReport(report.id)
  const rename = async (name: string) => {
    await change.mutateAsync({ name })
    toast.success(texts.success.dataUpdated)
  }
  return (
    <div className="row between">
      <h1>{report.name}</h1>
      <Button size="sm" variant="default" onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <NameDialog
        title="Rename report"
        opened={renaming}
        name={report.name}
        onClose={() => setRenaming(false)}
        onSave={rename}
      />
    </div>
  )
}

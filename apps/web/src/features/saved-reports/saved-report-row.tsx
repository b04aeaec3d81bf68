import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { filterKeys, type ReportFilter } from '@chisholm/domain/report-filter'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { DateOnly } from '../../ui/date-time.tsx'
import { attempt, toast } from '../../ui/toast.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { useDeleteReport } from './queries.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { uiTexts } from '../../ui-texts.ts'

const describeFilters = (filter: ReportFilter) =>
  filterKeys.flatMap((key) => (filter[key] ? [savedReportTexts.filters[key]] : [])).join(', ') ||
  savedReportTexts.allAnimals

export function SavedReportRow({ report, onDeleted }: { report: SavedReport; onDeleted: () => void }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const remove = useDeleteReport()
  const { ask, dialog } = useConfirm()
  const deleteReport = async () => {
    if (!(await ask({ title: uiTexts.askDelete(report.name), confirmLabel: uiTexts.delete, isDangerous: true }))) return
    if (!(await attempt(() => remove.mutateAsync(report.id), texts.failure.deleteReport))) return
    toast.success(texts.success.dataUpdated)
    onDeleted()
  }
  return (
    <article className="card report-row" aria-label={report.name}>
      <div className="grow">
        <Link to="/a/reports/$id" params={{ id: report.id }} className="no whole-card">
          {report.name}
        </Link>
        <p className="hint">{describeFilters(report.parameters.filter)}</p>
        <p className="hint">
          {savedReportTexts.changed} <DateOnly at={report.updated_at} />
        </p>
      </div>
      <div className="report-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={savedReportTexts.renameOf(report.name)}
          onClick={() => setIsRenaming(true)}
        >
          <IconPencil stroke={1.8} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={uiTexts.deleteOf(report.name)}
          onClick={() => void deleteReport()}
        >
          <IconTrash stroke={1.8} aria-hidden />
        </button>
      </div>
      <RenameDialog report={report} opened={isRenaming} onClose={() => setIsRenaming(false)} />
      {dialog}
    </article>
  )
}

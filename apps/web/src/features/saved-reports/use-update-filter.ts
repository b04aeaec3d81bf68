import { normalizeFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { ApiError } from '../../api/client.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useUpdateReport } from './queries.ts'
import type { RangeErrors } from './filter-validation.ts'

/** Saves the filter of an existing report. Errors of the server are passed on by range and shown as a toast. */
export function useUpdateFilter(reportId: string, onErrors: (errors: RangeErrors) => void) {
  const updating = useUpdateReport(reportId)
  /** @returns whether it was saved */
  const update = async (filter: ReportFilter): Promise<boolean> => {
    try {
      await updating.mutateAsync({ filter: normalizeFilter(filter) })
      return true
    } catch (failure) {
      if (failure instanceof ApiError)
        onErrors(Object.fromEntries(Object.entries(failure.errors).map(([key, [message = '']]) => [key, message])))
      toast.failure(errorMessage(failure, texts.failure.saveReport))
      return false
    }
  }
  return { update, isUpdating: updating.isPending }
}

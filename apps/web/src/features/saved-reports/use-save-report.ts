import { normalizeFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { ApiError } from '../../api/client.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useUpdateReport, useCreateReport } from './queries.ts'
import type { RangeErrors } from './filter-validation.ts'

/** Creates a report under a name, or updates the filter of an existing one. */
export function useSaveReport(id: string, onErrors: (errors: RangeErrors) => void) {
  const creating = useCreateReport()
  const changing = useUpdateReport(id)
  const create = (name: string, filter: ReportFilter) =>
    creating.mutateAsync({ id, name, filter: normalizeFilter(filter) })
  /** @returns whether it was saved */
  const update = async (filter: ReportFilter): Promise<boolean> => {
    try {
      await changing.mutateAsync({ filter: normalizeFilter(filter) })
      return true
    } catch (failure) {
      if (failure instanceof ApiError)
        onErrors(Object.fromEntries(Object.entries(failure.errors).map(([key, [message = '']]) => [key, message])))
      toast.failure(errorMessage(failure, texts.failure.saveReport))
      return false
    }
  }
  return { create, update, saving: changing.isPending }
}

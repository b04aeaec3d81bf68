import { keptFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { ApiFailure } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useChangeReport, useCreateReport } from './queries.ts'
import type { RangeMistakes } from './typed-filter.ts'

/** Creates a report under a name, or updates the filter of an existing one. */
export function useSaveReport(id: string, onMistakes: (mistakes: RangeMistakes) => void) {
  const creating = useCreateReport()
  const changing = useChangeReport(id)
  const create = (name: string, filter: ReportFilter) => creating.mutateAsync({ id, name, filter: keptFilter(filter) })
  /** @returns whether it was saved */
  const update = async (filter: ReportFilter): Promise<boolean> => {
    try {
      await changing.mutateAsync({ filter: keptFilter(filter) })
      return true
    } catch (failure) {
      if (failure instanceof ApiFailure)
        onMistakes(Object.fromEntries(Object.entries(failure.errors).map(([key, [said = '']]) => [key, said])))
      toast.failure(wordsOf(failure, texts.failure.saveReport))
      return false
    }
  }
  return { create, update, saving: changing.isPending }
}

import { constants } from '@chisholm/domain/constants'
import { mistakesOf, textMistake } from '@chisholm/domain/mistakes'
import { texts } from '@chisholm/domain/texts'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { usePlacesChanged } from './admin-queries.ts'

/** Edit form of a customer or site. */
export function usePlaceForm<T extends { name: string }>(before: T, send: (typed: T) => Promise<{ message?: string }>) {
  const placesChanged = usePlacesChanged()
  return usePageForm<T, { message?: string }>({
    before,
    check: ({ name }) => mistakesOf({ name: textMistake(name, constants.placeNameMax, texts.validation.nameRequired) }),
    send,
    failed: customerOrSiteTexts.failedToChange,
    onSaved: async ({ message }) => {
      await placesChanged()
      toast.success(message ?? texts.success.dataUpdated)
    },
  })
}

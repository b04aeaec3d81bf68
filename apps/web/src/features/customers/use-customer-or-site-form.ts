import { constants } from '@chisholm/domain/constants'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useRefreshCustomersAndSites } from './admin-queries.ts'

export function useCustomerOrSiteForm<T extends { name: string }>(
  draftName: string,
  initialValues: T,
  onSubmit: (typed: T, changed: Partial<T>) => Promise<{ message?: string }>,
) {
  const refreshCustomersAndSites = useRefreshCustomersAndSites()
  return usePageForm<T, { message?: string }>({
    draftName,
    initialValues,
    validate: ({ name }) =>
      collectErrors({ name: validateText(name, constants.customerAndSiteTextMax, texts.validation.nameRequired) }),
    onSubmit,
    failureText: customerOrSiteTexts.failedToChange,
    onSuccess: async ({ message }) => {
      await refreshCustomersAndSites()
      toast.success(message ?? texts.success.dataUpdated)
    },
  })
}

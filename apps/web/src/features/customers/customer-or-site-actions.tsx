import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ApiError } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { useRefreshCustomersAndSites } from './admin-queries.ts'

interface CustomerOrSiteActionsProps {
  name: string
  /** Otherwise a customer, which has sites. */
  isSite?: boolean
  retired: number
  setRetired: (retired: 0 | 1) => Promise<unknown>
  remove: () => Promise<unknown>
  /** The page to show after a deletion. */
  listPath: string
}

interface Change {
  act: () => Promise<unknown>
  done: string
  failed: string
}

/** Reading the reason takes longer than a toast stays, so it is shown on the page. */
const reasonOf = (failure: unknown) => (failure instanceof ApiError && failure.status === 409 ? failure.message : null)

/** Retires, restores and deletes a customer or site. Render `dialog`, which asks first. */
function useCustomerOrSiteChanges({
  name,
  setRetired,
  remove,
  listPath,
}: Omit<CustomerOrSiteActionsProps, 'retired' | 'isSite'>) {
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const refreshCustomersAndSites = useRefreshCustomersAndSites()
  const change = useMutation({
    mutationFn: ({ act }: Change) => act(),
    onSuccess: (_result, { done }) => toast.success(done),
    onError: (failure, { failed }) => {
      if (reasonOf(failure) === null) toastFailure(failed)(failure)
    },
  })
  const changeRetired = (next: 0 | 1, done: string) => {
    const act = async () => {
      await setRetired(next)
      await refreshCustomersAndSites()
    }
    change.mutate({ act, done, failed: customerOrSiteTexts.failedToChange })
  }
  const retire = async () => {
    const isConfirmed = await ask({
      title: customerOrSiteTexts.askRetire(name),
      text: customerOrSiteTexts.retireFollows,
      confirmLabel: customerOrSiteTexts.retire,
    })
    if (isConfirmed) changeRetired(1, customerOrSiteTexts.isRetired(name))
  }
  const restore = () => changeRetired(0, customerOrSiteTexts.isBack(name))
  const removeAndLeave = async () => {
    await remove()
    if (isMounted()) await navigate({ to: listPath, replace: true })
    await refreshCustomersAndSites()
  }
  const confirmAndRemove = async () => {
    const isConfirmed = await ask({
      title: customerOrSiteTexts.askDelete(name),
      text: customerOrSiteTexts.deleteFollows,
      confirmLabel: uiTexts.delete,
      isDangerous: true,
    })
    const texts = { done: customerOrSiteTexts.isDeleted(name), failed: customerOrSiteTexts.failedToDelete }
    if (isConfirmed) change.mutate({ act: removeAndLeave, ...texts })
  }
  return { retire, restore, confirmAndRemove, isPending: change.isPending, reason: reasonOf(change.error), dialog }
}

export function CustomerOrSiteActions({ retired, isSite = false, ...customerOrSite }: CustomerOrSiteActionsProps) {
  const { retire, restore, confirmAndRemove, isPending, reason, dialog } = useCustomerOrSiteChanges(customerOrSite)
  return (
    <CardSection
      title={customerOrSiteTexts.actions}
      hint={retired ? customerOrSiteTexts.restoreHint : customerOrSiteTexts.retireHint(isSite)}
    >
      {reason && (
        <p className="banner danger" role="alert">
          {reason}
        </p>
      )}
      <div className="actions">
        <Button variant="default" disabled={isPending} onClick={() => void (retired ? restore() : retire())}>
          {retired ? customerOrSiteTexts.restore : customerOrSiteTexts.retire}
        </Button>
        <Button variant="subtle" color="red" disabled={isPending} onClick={() => void confirmAndRemove()}>
          {uiTexts.delete}
        </Button>
      </div>
      {dialog}
    </CardSection>
  )
}

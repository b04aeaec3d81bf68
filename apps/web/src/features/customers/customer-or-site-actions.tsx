import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ApiError } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useRefreshCustomersAndSites } from './admin-queries.ts'

interface CustomerOrSiteActionsProps {
  name: string
  retired: number
  setRetired: (retired: 0 | 1) => Promise<unknown>
  remove: () => Promise<unknown>
  /** The page to show after a deletion. */
  listPath: string
}

export function CustomerOrSiteActions({ name, retired, setRetired, remove, listPath }: CustomerOrSiteActionsProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const refreshCustomersAndSites = useRefreshCustomersAndSites()
  const attempt = async (action: () => Promise<unknown>, successText: string, failureText: string) => {
    setBusy(true)
    setRefusal(null)
    try {
      await action()
      toast.success(successText)
    } catch (failure) {
      // The reason is shown as a banner, because reading it takes longer than a toast stays.
      if (failure instanceof ApiError && failure.status === 409) setRefusal(failure.message)
      else toast.failure(errorMessage(failure, failureText))
    } finally {
      setBusy(false)
    }
  }
  const changeRetired = (next: 0 | 1) => async () => {
    await setRetired(next)
    await refreshCustomersAndSites()
  }
  const removeAndLeave = async () => {
    await remove()
    await navigate({ to: listPath, replace: true })
    await refreshCustomersAndSites()
  }
  const retire = async () => {
    if (
      !(await ask({
        title: customerOrSiteTexts.askRetire(name),
        text: customerOrSiteTexts.retireFollows,
        confirmLabel: customerOrSiteTexts.retire,
      }))
    )
      return
    await attempt(changeRetired(1), customerOrSiteTexts.isRetired(name), customerOrSiteTexts.failedToChange)
  }
  const restore = () => attempt(changeRetired(0), customerOrSiteTexts.isBack(name), customerOrSiteTexts.failedToChange)
  const confirmAndRemove = async () => {
    const question = {
      title: customerOrSiteTexts.askDelete(name),
      text: customerOrSiteTexts.deleteFollows,
      confirmLabel: uiTexts.delete,
      isDangerous: true,
    }
    if (await ask(question))
      await attempt(removeAndLeave, customerOrSiteTexts.isDeleted(name), customerOrSiteTexts.failedToDelete)
  }
  return (
    <CardSection
      title={customerOrSiteTexts.actions}
      hint={retired ? customerOrSiteTexts.restoreHint : customerOrSiteTexts.retireHint}
    >
      {refusal && (
        <p className="banner danger" role="alert">
          {refusal}
        </p>
      )}
      <div className="actions">
        <Button variant="default" disabled={busy} onClick={() => void (retired ? restore() : retire())}>
          {retired ? customerOrSiteTexts.restore : customerOrSiteTexts.retire}
        </Button>
        <Button variant="subtle" color="red" disabled={busy} onClick={() => void confirmAndRemove()}>
          {uiTexts.delete}
        </Button>
      </div>
      {dialog}
    </CardSection>
  )
}

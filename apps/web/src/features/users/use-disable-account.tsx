import { useQueryClient } from '@tanstack/react-query'
import { isVet } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { toastFailure } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { openPostMortemCountQuery } from './admin-queries.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { displayName, type VisibleUser } from './queries.ts'
import type { AccountChange } from './use-account-change.ts'
import { userTexts } from './user-texts.ts'

/**
 * Disables an account after confirmation. For a veterinarian with open tickets, the dialog asks who takes them over.
 * Render `dialogs`.
 * @param change  makes the change
 */
export function useDisableAccount(user: VisibleUser, change: (change: AccountChange) => void) {
  const [openPostMortems, setOpenPostMortems] = useState<number | null>(null)
  const queryClient = useQueryClient()
  const { ask, dialog } = useConfirm()
  const name = displayName(user)
  const disableFor = (successor: string) => {
    setOpenPostMortems(null)
    // Without a successor, the tickets of a veterinarian become unassigned.
    const sent = { status: 'disabled', ...(isVet(user) && { reassign_to: successor }) }
    change({ act: () => api.put('/users/{id}', sent, { id: user.id }), done: userTexts.isDisabled(name) })
  }
  /** @returns null if it cannot be read, which is shown as a toast */
  const countOpenPostMortems = () =>
    queryClient.fetchQuery(openPostMortemCountQuery(user.id)).catch((failure: unknown) => {
      toastFailure(userTexts.failed)(failure)
      return null
    })
  const disable = async () => {
    const postMortems = isVet(user) ? await countOpenPostMortems() : 0
    if (postMortems === null) return
    if (postMortems > 0) return setOpenPostMortems(postMortems)
    const question = {
      title: userTexts.askDisable(name),
      text: userTexts.disableFollows,
      confirmLabel: userTexts.disable,
      isDangerous: true,
    }
    if (await ask(question)) disableFor('')
  }
  const dialogs = (
    <>
      {dialog}
      <DisableDialog
        user={user}
        postMortems={openPostMortems}
        onDisable={disableFor}
        onClose={() => setOpenPostMortems(null)}
      />
    </>
  )
  return { disable, dialogs }
}

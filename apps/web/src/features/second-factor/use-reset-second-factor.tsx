import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { displayName, type VisibleUser } from '../users/index.ts'
import { useSecurityChange } from './use-security-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

/** Removes a user's second factor after confirmation. `reset` resolves to whether that succeeded. */
export function useResetSecondFactor() {
  const { change, busy, dialog } = useSecurityChange()
  const { ask, dialog: confirmDialog } = useConfirm()
  const reset = async (user: VisibleUser): Promise<boolean> => {
    const title = secondFactorTexts.askRemoveFactor(displayName(user))
    if (!(await ask({ title, confirmLabel: uiTexts.remove, isDangerous: true }))) return false
    if (!(await change(() => api.delete('/users/{id}/second-factor', { id: user.id })))) return false
    toast.success(texts.success.secondFactorReset)
    return true
  }
  const dialogs = (
    <>
      {confirmDialog}
      {dialog}
    </>
  )
  return { change, reset, busy, dialogs }
}

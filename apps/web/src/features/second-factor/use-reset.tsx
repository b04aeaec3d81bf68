import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf, type ShownUser } from '../users/index.ts'
import { useChange } from './use-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

/** Removes a user's second factor after confirmation. `reset` resolves to whether that succeeded. */
export function useReset() {
  const { change, busy, dialog } = useChange()
  const { ask, dialog: question } = useConfirm()
  const reset = async (user: ShownUser): Promise<boolean> => {
    const title = secondFactorTexts.askRemoveFactor(nameOf(user))
    if (!(await ask({ title, verb: uiTexts.remove, dangerous: true }))) return false
    if (!(await change(() => api.delete('/users/{id}/second-factor', { id: user.id })))) return false
    toast.success(texts.success.secondFactorReset)
    return true
  }
  const dialogs = (
    <>
      {question}
      {dialog}
    </>
  )
  return { change, reset, busy, dialogs }
}

import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf, type ShownUser } from '../users/queries.ts'
import { useChange } from './use-change.tsx'

/** Removes a user's second factor after confirmation. `reset` resolves to whether that succeeded. */
export function useReset() {
  const { change, busy, dialog } = useChange()
  const { ask, dialog: question } = useConfirm()
  const reset = async (user: ShownUser): Promise<boolean> => {
    const title = `Remove the second factor of ${nameOf(user)}?`
    if (!(await ask({ title, verb: 'Remove', dangerous: true }))) return false
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

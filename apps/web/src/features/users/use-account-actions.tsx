import { texts } from '@chisholm/domain/texts'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useResetSecondFactor } from '../second-factor/index.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { displayName, type VisibleUser } from './queries.ts'
import { useAccountChange } from './use-account-change.ts'
import { useDisableAccount } from './use-disable-account.tsx'
import { userTexts } from './user-texts.ts'

interface AccountAction {
  text: string
  /** Whether the status of the account allows it. */
  may: boolean
  act: () => unknown
  isDangerous?: boolean
}

/** The actions of an Admin on an account. Render `dialogs`, which ask first. */
export function useAccountActions(user: VisibleUser): {
  actions: AccountAction[]
  isBusy: boolean
  dialogs: ReactNode
} {
  const { id, email = '', status = 'active' } = user
  const name = displayName(user)
  const [isErasing, setIsErasing] = useState(false)
  const { mutate: change, isPending } = useAccountChange()
  const { ask, dialog: question } = useConfirm()
  const { disable, dialogs: disableDialogs } = useDisableAccount(user, change)
  const { reset, busy: isResetting, dialogs: resetDialogs } = useResetSecondFactor()

  const inviteAgain = () =>
    change({ act: () => api.post('/users/{id}/invite', undefined, { id }), done: userTexts.invitedAgain(email) })
  const signOut = async () => {
    const isConfirmed = await ask({
      title: userTexts.askSignOut(name),
      text: userTexts.signOutFollows,
      confirmLabel: userTexts.signOut,
    })
    if (!isConfirmed) return
    change({ act: () => api.post('/users/{id}/sign-out', undefined, { id }), done: texts.success.signedOutEverywhere })
  }
  const resetPassword = async () => {
    const isConfirmed = await ask({
      title: userTexts.askReset(name),
      text: userTexts.resetFollows(email),
      confirmLabel: userTexts.send,
    })
    if (!isConfirmed) return
    change({ act: () => api.post('/users/{id}/reset-password', undefined, { id }), done: texts.success.resetSent })
  }
  const enable = () =>
    change({ act: () => api.put('/users/{id}', { status: 'active' }, { id }), done: userTexts.isEnabled(name) })

  return {
    actions: [
      { text: userTexts.inviteAgain, may: status === 'invited', act: inviteAgain },
      { text: userTexts.resetPassword, may: status === 'active', act: resetPassword },
      { text: userTexts.signOut, may: status === 'active', act: signOut },
      { text: userTexts.removeFactor, may: status === 'active', act: () => reset(user) },
      { text: userTexts.enable, may: status === 'disabled', act: enable },
      { text: userTexts.disable, may: status !== 'disabled', act: disable, isDangerous: true },
      { text: userTexts.erase, may: true, act: () => setIsErasing(true), isDangerous: true },
    ],
    isBusy: isPending || isResetting,
    dialogs: (
      <>
        {question}
        {resetDialogs}
        {disableDialogs}
        <EraseDialog user={user} opened={isErasing} onClose={() => setIsErasing(false)} />
      </>
    ),
  }
}

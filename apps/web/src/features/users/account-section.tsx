import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isVet } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useResetSecondFactor } from '../second-factor/index.ts'
import { openPostMortemCountQuery, useInvalidateUsers } from './admin-queries.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { displayName, type VisibleUser } from './queries.ts'

const showFailure = (failure: unknown) => {
  toast.failure(errorMessage(failure, userTexts.failed))
  return null
}

/** The status of an account, and what an Admin can do with it. */
export function AccountSection({ user }: { user: VisibleUser }) {
  const { id, email = '', status = 'active' } = user
  const name = displayName(user)
  const [isBusy, setIsBusy] = useState(false)
  const [openPostMortems, setOpenPostMortems] = useState<number | null>(null)
  const [isErasing, setIsErasing] = useState(false)
  const queryClient = useQueryClient()
  const invalidateUsers = useInvalidateUsers()
  const { ask, dialog } = useConfirm()
  const { reset, busy: isResetting, dialogs } = useResetSecondFactor()
  const attempt = async (act: () => Promise<unknown>, done: string) => {
    setIsBusy(true)
    try {
      await act()
      toast.success(done)
      await invalidateUsers()
    } catch (failure) {
      toast.failure(errorMessage(failure, userTexts.failed))
    } finally {
      setIsBusy(false)
    }
  }
  const inviteAgain = () =>
    attempt(() => api.post('/users/{id}/invite', undefined, { id }), userTexts.invitedAgain(email))
  const signOut = async () => {
    const question = {
      title: userTexts.askSignOut(name),
      text: userTexts.signOutFollows,
      confirmLabel: userTexts.signOut,
    }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/sign-out', undefined, { id }), texts.success.signedOutEverywhere)
  }
  const disableFor = (successor: string) => {
    setOpenPostMortems(null)
    // Without a successor, the tickets of a veterinarian become unassigned.
    const sent = { status: 'disabled', ...(isVet(user) && { reassign_to: successor }) }
    return attempt(() => api.put('/users/{id}', sent, { id }), userTexts.isDisabled(name))
  }
  const disable = async () => {
    const postMortems = isVet(user) ? await queryClient.fetchQuery(openPostMortemCountQuery(id)).catch(showFailure) : 0
    if (postMortems === null) return
    if (postMortems > 0) return setOpenPostMortems(postMortems)
    const question = {
      title: userTexts.askDisable(name),
      text: userTexts.disableFollows,
      confirmLabel: userTexts.disable,
      isDangerous: true,
    }
    if (await ask(question)) await disableFor('')
  }
  const resetPassword = async () => {
    const question = {
      title: userTexts.askReset(name),
      text: userTexts.resetFollows(email),
      confirmLabel: userTexts.send,
    }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/reset-password', undefined, { id }), texts.success.resetSent)
  }
  const enable = () => attempt(() => api.put('/users/{id}', { status: 'active' }, { id }), userTexts.isEnabled(name))

  const actions = [
    { text: userTexts.inviteAgain, may: status === 'invited', act: inviteAgain },
    { text: userTexts.resetPassword, may: status === 'active', act: resetPassword },
    { text: userTexts.signOut, may: status === 'active', act: signOut },
    { text: userTexts.removeFactor, may: status === 'active', act: () => reset(user) },
    { text: userTexts.enable, may: status === 'disabled', act: enable },
    { text: userTexts.disable, may: status !== 'disabled', act: disable, dangerous: true },
    { text: userTexts.erase, may: true, act: async () => setIsErasing(true), dangerous: true },
  ]
  return (
    <CardSection title={userTexts.signIn} hint={userTexts.hints[status]}>
      <div className="part-actions">
        {actions
          .filter(({ may }) => may)
          .map(({ text, act, dangerous }) => (
            <Button
              key={text}
              {...(dangerous ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
              disabled={isBusy || isResetting}
              onClick={() => void act()}
            >
              {text}
            </Button>
          ))}
      </div>
      {dialog}
      {dialogs}
      <DisableDialog
        user={user}
        postMortems={openPostMortems}
        onDisable={(successor) => void disableFor(successor)}
        onClose={() => setOpenPostMortems(null)}
      />
      <EraseDialog user={user} opened={isErasing} onClose={() => setIsErasing(false)} />
    </CardSection>
  )
}

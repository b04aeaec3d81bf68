import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isVet } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useReset } from '../second-factor/index.ts'
import { openTicketsQuery, useUsersChanged } from './admin-queries.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { nameOf, type ShownUser } from './queries.ts'

const tellFailure = (failure: unknown) => {
  toast.failure(wordsOf(failure, userTexts.failed))
  return null
}

/** The account status of a user, and the actions an Admin has. */
export function AccountPart({ user }: { user: ShownUser }) {
  const { id, email = '', status = 'active' } = user
  const name = nameOf(user)
  const [busy, setBusy] = useState(false)
  const [openTickets, setOpenTickets] = useState<number | null>(null)
  const [erasing, setErasing] = useState(false)
  const queryClient = useQueryClient()
  const usersChanged = useUsersChanged()
  const { ask, dialog } = useConfirm()
  const { reset, busy: resetting, dialogs } = useReset()
  const attempt = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await act()
      toast.success(done)
      await usersChanged()
    } catch (failure) {
      toast.failure(wordsOf(failure, userTexts.failed))
    } finally {
      setBusy(false)
    }
  }
  const inviteAgain = () =>
    attempt(() => api.post('/users/{id}/invite', undefined, { id }), userTexts.invitedAgain(email))
  const signOut = async () => {
    const question = { title: userTexts.askSignOut(name), text: userTexts.signOutFollows, verb: userTexts.signOut }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/sign-out', undefined, { id }), texts.success.signedOutEverywhere)
  }
  const disableFor = (successor: string) => {
    setOpenTickets(null)
    // an empty successor leaves the tickets of a veterinarian unassigned
    const sent = { status: 'disabled', ...(isVet(user) && { reassign_to: successor }) }
    return attempt(() => api.put('/users/{id}', sent, { id }), userTexts.isDisabled(name))
  }
  const disable = async () => {
    const tickets = isVet(user) ? await queryClient.fetchQuery(openTicketsQuery(id)).catch(tellFailure) : 0
    if (tickets === null) return
    if (tickets > 0) return setOpenTickets(tickets)
    const question = {
      title: userTexts.askDisable(name),
      text: userTexts.disableFollows,
      verb: userTexts.disable,
      dangerous: true,
    }
    if (await ask(question)) await disableFor('')
  }
  const resetPassword = async () => {
    const question = { title: userTexts.askReset(name), text: userTexts.resetFollows(email), verb: userTexts.send }
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
    { text: userTexts.erase, may: true, act: async () => setErasing(true), dangerous: true },
  ]
  return (
    <Part title={userTexts.signIn} hint={userTexts.hints[status]}>
      <div className="part-actions">
        {actions
          .filter(({ may }) => may)
          .map(({ text, act, dangerous }) => (
            <Button
              key={text}
              {...(dangerous ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
              disabled={busy || resetting}
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
        tickets={openTickets}
        onDisable={(successor) => void disableFor(successor)}
        onClose={() => setOpenTickets(null)}
      />
      <EraseDialog user={user} opened={erasing} onClose={() => setErasing(false)} />
    </Part>
  )
}

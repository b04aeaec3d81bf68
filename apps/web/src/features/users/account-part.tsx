import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isVet } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useReset } from '../second-factor/use-reset.tsx'
import { openTicketsQuery, useUsersChanged } from './admin-queries.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { nameOf, type ShownUser } from './queries.ts'

const words = adminTexts.users

const tellFailure = (failure: unknown) => {
  toast.failure(wordsOf(failure, words.failed))
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
      toast.failure(wordsOf(failure, words.failed))
    } finally {
      setBusy(false)
    }
  }
  const inviteAgain = () => attempt(() => api.post('/users/{id}/invite', undefined, { id }), words.invitedAgain(email))
  const signOut = async () => {
    const question = { title: words.askSignOut(name), text: words.signOutFollows, verb: words.signOut }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/sign-out', undefined, { id }), texts.success.signedOutEverywhere)
  }
  const disableFor = (successor: string) => {
    setOpenTickets(null)
    // an empty successor leaves the tickets of a veterinarian unassigned
    const sent = { status: 'disabled', ...(isVet(user) && { reassign_to: successor }) }
    return attempt(() => api.put('/users/{id}', sent, { id }), words.isDisabled(name))
  }
  const disable = async () => {
    const tickets = isVet(user) ? await queryClient.fetchQuery(openTicketsQuery(id)).catch(tellFailure) : 0
    if (tickets === null) return
    if (tickets > 0) return setOpenTickets(tickets)
    const question = { title: words.askDisable(name), text: words.disableFollows, verb: words.disable, dangerous: true }
    if (await ask(question)) await disableFor('')
  }
  const resetPassword = async () => {
    const question = { title: words.askReset(name), text: words.resetFollows(email), verb: words.send }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/reset-password', undefined, { id }), texts.success.resetSent)
  }
  const enable = () => attempt(() => api.put('/users/{id}', { status: 'active' }, { id }), words.isEnabled(name))

  const actions = [
    { text: words.inviteAgain, may: status === 'invited', act: inviteAgain },
    { text: words.resetPassword, may: status === 'active', act: resetPassword },
    { text: words.signOut, may: status === 'active', act: signOut },
    { text: words.removeFactor, may: status === 'active', act: () => reset(user) },
    { text: words.enable, may: status === 'disabled', act: enable },
    { text: words.disable, may: status !== 'disabled', act: disable, dangerous: true },
    { text: words.erase, may: true, act: async () => setErasing(true), dangerous: true },
  ]
  return (
    <Part title={words.signIn} hint={words.hints[status]}>
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

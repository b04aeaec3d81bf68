import { Button } from '@mantine/core'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useReset } from '../second-factor/use-reset.tsx'
import { useUsersChanged } from './admin-queries.ts'
import { nameOf, type ShownUser } from './queries.ts'

const words = adminTexts.users

/** Whether a person can sign in, and what an Admin can do about it. */
export function AccountPart({ user }: { user: ShownUser }) {
  const { id, email = '', status = 'active' } = user
  const name = nameOf(user)
  const [busy, setBusy] = useState(false)
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
  const setStatus = (next: 'active' | 'disabled') => () => api.put('/users/{id}', { status: next }, { id })
  const inviteAgain = () => attempt(() => api.post('/users/{id}/invite', undefined, { id }), words.invitedAgain(email))
  const signOut = async () => {
    const question = { title: words.askSignOut(name), text: words.signOutFollows, verb: words.signOut }
    if (!(await ask(question))) return
    await attempt(() => api.post('/users/{id}/sign-out', undefined, { id }), texts.success.signedOutEverywhere)
  }
  const disable = async () => {
    const question = { title: words.askDisable(name), text: words.disableFollows, verb: words.disable, dangerous: true }
    if (await ask(question)) await attempt(setStatus('disabled'), words.isDisabled(name))
  }
  const enable = () => attempt(setStatus('active'), words.isEnabled(name))

  const actions = [
    { text: words.inviteAgain, may: status === 'invited', act: inviteAgain },
    { text: words.signOut, may: status === 'active', act: signOut },
    { text: words.removeFactor, may: status === 'active', act: () => reset(user) },
    { text: words.enable, may: status === 'disabled', act: enable },
    { text: words.disable, may: status !== 'disabled', act: disable, dangerous: true },
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
    </Part>
  )
}

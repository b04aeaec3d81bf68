import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { BulkAction, BulkOutcome } from '@chisholm/domain/shapes'
import { useMutation } from '@tanstack/react-query'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useUsersChanged } from './admin-queries.ts'
import { BulkOutcomes } from './bulk-outcomes.tsx'
import { SiteDialog } from './site-dialog.tsx'

/** Bulk actions for the selected users, and their failures. */
export function BulkActions({ chosen, stop }: { chosen: ReadonlySet<string>; stop: () => void }) {
  const [choosesSite, setChoosesSite] = useState(false)
  const [outcome, setOutcome] = useState<{ message: string; failed: BulkOutcome[] } | null>(null)
  const usersChanged = useUsersChanged()
  const { ask, dialog } = useConfirm()
  const acting = useMutation({
    mutationFn: (sent: { action: BulkAction; site_id?: string }) =>
      api.post('/users/actions', { ...sent, users: [...chosen] }),
    onSuccess: async ({ message, data }) => {
      const failed = data.filter(({ done }) => !done)
      if (failed.length > 0) setOutcome({ message, failed })
      else {
        toast.success(message)
        stop()
      }
      await usersChanged()
    },
    onError: (failure) => toast.failure(wordsOf(failure, userTexts.bulk.failed)),
  })
  const confirmed = async (action: 'invite' | 'disable' | 'enable') => {
    const { title, text, verb } = userTexts.bulk[action]
    const question = { title: title(chosen.size), text, verb, dangerous: action === 'disable' }
    if (await ask(question)) acting.mutate({ action })
  }
  const actions = [
    { text: userTexts.bulk.invite.verb, act: () => void confirmed('invite') },
    { text: userTexts.bulk.site.menu, act: () => setChoosesSite(true) },
    { text: userTexts.bulk.enable.verb, act: () => void confirmed('enable') },
    { text: userTexts.bulk.disable.verb, act: () => void confirmed('disable'), color: 'var(--danger)' },
  ]
  return (
    <>
      <Button variant="default" onClick={stop}>
        {uiTexts.cancel}
      </Button>
      <Menu position="top-end" width={260}>
        <Menu.Target>
          <Button disabled={chosen.size === 0} loading={acting.isPending}>
            {userTexts.bulk.act}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ text, act, color }) => (
            <Menu.Item key={text} mih={48} onClick={act} {...(color && { c: color })}>
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      <SiteDialog
        opened={choosesSite}
        people={chosen.size}
        onClose={() => setChoosesSite(false)}
        onChosen={(site_id) => {
          setChoosesSite(false)
          acting.mutate({ action: 'add-site', site_id })
        }}
      />
      <BulkOutcomes
        outcome={outcome}
        onClose={() => {
          setOutcome(null)
          stop()
        }}
      />
    </>
  )
}

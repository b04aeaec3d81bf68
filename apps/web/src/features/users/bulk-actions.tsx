import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { BulkAction, BulkOutcome } from '@chisholm/domain/schemas/users'
import { useMutation } from '@tanstack/react-query'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { BulkFailuresDialog } from './bulk-failures-dialog.tsx'
import { AddSiteDialog } from './add-site-dialog.tsx'

/** The actions for all selected users, and a list of the users for whom one failed. */
export function BulkActions({ chosen, stop }: { chosen: ReadonlySet<string>; stop: () => void }) {
  const [isChoosingSite, setIsChoosingSite] = useState(false)
  const { ask, dialog } = useConfirm()
  const { bulkAction, outcome, clearOutcome } = useBulkAction(chosen, stop)
  const confirmAndRun = async (action: 'invite' | 'disable' | 'enable') => {
    const { title, text, verb } = userTexts.bulk[action]
    const question = { title: title(chosen.size), text, confirmLabel: verb, isDangerous: action === 'disable' }
    if (await ask(question)) bulkAction.mutate({ action })
  }
  const actions = [
    { text: userTexts.bulk.invite.verb, act: () => void confirmAndRun('invite') },
    { text: userTexts.bulk.site.menu, act: () => setIsChoosingSite(true) },
    { text: userTexts.bulk.enable.verb, act: () => void confirmAndRun('enable') },
    { text: userTexts.bulk.disable.verb, act: () => void confirmAndRun('disable'), color: 'var(--danger)' },
  ]
  return (
    <>
      <Button variant="default" onClick={stop}>
        {uiTexts.cancel}
      </Button>
      <ActionMenu position="top-end" width={260}>
        <Menu.Target>
          <Button disabled={chosen.size === 0} loading={bulkAction.isPending}>
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
      </ActionMenu>
      {dialog}
      <AddSiteDialog
        opened={isChoosingSite}
        userCount={chosen.size}
        onClose={() => setIsChoosingSite(false)}
        onChosen={(site_id) => {
          setIsChoosingSite(false)
          bulkAction.mutate({ action: 'add-site', site_id })
        }}
      />
      <BulkFailuresDialog
        outcome={outcome}
        onClose={() => {
          clearOutcome()
          stop()
        }}
      />
    </>
  )
}

/** Runs an action for all selected users. `outcome` lists those for whom it failed. */
function useBulkAction(chosen: ReadonlySet<string>, stop: () => void) {
  const [outcome, setOutcome] = useState<{ message: string; failed: BulkOutcome[] } | null>(null)
  const invalidateUsers = useInvalidateUsers()
  const bulkAction = useMutation({
    mutationFn: (body: { action: BulkAction; site_id?: string }) =>
      api.post('/users/actions', { ...body, users: [...chosen] }),
    onSuccess: async ({ message, data }) => {
      const failed = data.filter(({ done }) => !done)
      if (failed.length > 0) setOutcome({ message, failed })
      else {
        toast.success(message)
        stop()
      }
      await invalidateUsers()
    },
    onError: toastFailure(userTexts.bulk.failed),
  })
  return { bulkAction, outcome, clearOutcome: () => setOutcome(null) }
}

import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { attempt } from './toast.ts'
import { type ConfirmOptions, useConfirm } from './use-confirm.tsx'

interface DeleteButtonProps extends ButtonProps {
  /** What the button says. */
  children: ReactNode
  'aria-label'?: string
  question: Omit<ConfirmOptions, 'isDangerous'>
  onDelete: () => Promise<unknown>
  /** Shown for failures that have no message of their own. */
  failureText: string
  onDeleted?: () => void
}

/** Button that deletes something after confirmation. */
export function DeleteButton({ question, onDelete, failureText, onDeleted, ...button }: DeleteButtonProps) {
  const { ask, dialog } = useConfirm()
  const askAndDelete = async () => {
    if (!(await ask({ ...question, isDangerous: true }))) return
    if (await attempt(onDelete, failureText)) onDeleted?.()
  }
  return (
    <>
      <Button variant="subtle" color="red" mih={44} {...button} onClick={() => void askAndDelete()} />
      {dialog}
    </>
  )
}

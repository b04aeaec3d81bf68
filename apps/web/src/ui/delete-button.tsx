import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Deletion, useAskAndDelete } from './use-ask-and-delete.tsx'

interface DeleteButtonProps extends ButtonProps, Deletion {
  /** The text of the button. */
  children: ReactNode
  'aria-label'?: string
  onDeleted?: () => void
}

/** Button that deletes something after confirmation. */
export function DeleteButton({ question, onDelete, failureText, onDeleted, ...button }: DeleteButtonProps) {
  const { askAndDelete, dialog } = useAskAndDelete()
  const run = async () => {
    if (await askAndDelete({ question, onDelete, failureText })) onDeleted?.()
  }
  return (
    <>
      <Button variant="subtle" color="red" mih={44} {...button} onClick={() => void run()} />
      {dialog}
    </>
  )
}

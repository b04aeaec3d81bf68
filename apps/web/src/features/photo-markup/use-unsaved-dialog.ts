import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useModal } from '../../ui/use-modal.ts'

/**
 * A modal dialog that nothing but its own buttons closes while something in it is unsaved.
 * @returns the props of the dialog, and whether the user has tried to close it and must decide first
 */
export function useUnsavedDialog(isUnsaved: boolean, onClose: () => void) {
  const [wasBlocked, setWasBlocked] = useState(false)
  const ref = useModal()
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const blocks = action === 'BACK' && isUnsaved
      if (blocks) setWasBlocked(true)
      return blocks
    },
    enableBeforeUnload: () => isUnsaved,
  })
  const keepUnsaved = (event: SyntheticEvent) => {
    if (!isUnsaved) return
    event.preventDefault()
    setWasBlocked(true)
  }
  return {
    mustDecide: wasBlocked && isUnsaved,
    dialogProps: {
      ref,
      onCancel: keepUnsaved,
      onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
        // keeps the surrounding viewer open
        event.stopPropagation()
        // Android closes it by the second of two Back gestures
        if (isUnsaved && event.currentTarget.isConnected) event.currentTarget.showModal()
        else onClose()
      },
      onKeyDown: (event: KeyboardEvent) => {
        event.stopPropagation()
        if (event.key === 'Escape') keepUnsaved(event)
      },
    },
  }
}

import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Deferred } from './deferred.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface DialogProps extends ModalProps {
  /** Finds what gets the focus afterwards, if that is not what had it before, which may be gone. */
  findNextFocus?: () => HTMLElement | null
}

/**
 * Modal, rendered after the page: most dialogs are never opened. The focus returns to where it was, also if the dialog
 * is only rendered while it is open. Back closes it, unless Escape does not.
 */
export function Dialog({ findNextFocus, onClose, ...props }: DialogProps) {
  useFocusReturn(props.opened, findNextFocus)
  const isOnTop = useIsOnTop(props.opened)
  const closeOnTop = () => isOnTop() && onClose()
  useCloseOnBack(props.opened, () => props.closeOnEscape !== false && closeOnTop())
  return (
    <Deferred>
      <Modal {...props} onClose={closeOnTop} returnFocus={false} />
    </Deferred>
  )
}

/** The open dialogs, in the order in which they were opened. */
const openDialogs: symbol[] = []

/** Escape reaches every open dialog, but closes a question only, and not the form below it. */
function useIsOnTop(opened: boolean): () => boolean {
  const own = useRef(Symbol('dialog'))
  useLayoutEffect(() => {
    const id = own.current
    if (!opened) return undefined
    openDialogs.push(id)
    // after the key press that closed it has reached the dialogs below
    return () => void setTimeout(() => openDialogs.splice(openDialogs.indexOf(id), 1))
  }, [opened])
  return () => openDialogs.at(-1) === own.current
}

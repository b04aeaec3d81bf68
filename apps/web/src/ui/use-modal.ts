import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type RefCallback, useLayoutEffect, useRef } from 'react'

/**
 * Shows a dialog as long as it is rendered. It keeps the focus; the page below is inert, and has the focus back
 * afterwards.
 * @returns the ref of the dialog
 */
export function useModal(): RefCallback<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return useMergedRef(dialog, useFocusTrap())
}

import { type RefObject, useLayoutEffect } from 'react'

/** Shows a dialog as long as it is rendered. The page below is inert, and has the focus back afterwards. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog])
}

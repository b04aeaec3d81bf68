import { type ReactNode, useEffect, useRef } from 'react'

/** Content that takes no input while it is locked. */
export function Lockable({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const wasLocked = useRef(false)
  useEffect(() => {
    // Nothing gets the focus while it is locked, so not the error either for which it is unlocked.
    if (wasLocked.current && !isLocked) content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    wasLocked.current = isLocked
  }, [isLocked])
  return (
    <div ref={content} inert={isLocked} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useLayer } from '../../ui/use-layer.ts'
import { DangerScreen } from './danger-screen.tsx'
import { signsOf } from './danger-signs-of.ts'
import { DangerBanner } from './danger-banner.tsx'
import { NotifiableBanner } from './notifiable-banner.tsx'

interface DangerWarning {
  /** Rendered by every step. @param animalId  the animal that the step is about */
  renderBanner: (animalId?: string) => ReactNode
  /**
   * Shows the warning of these signs until it is acknowledged. Signs acknowledged before are not shown again.
   * @returns false if the user goes back instead
   */
  warn: (signs: readonly DangerSign[]) => Promise<boolean>
}

const WarningContext = createContext<DangerWarning>({
  renderBanner: () => null,
  warn: () => Promise.resolve(true),
})
export const useDangerWarning = () => useContext(WarningContext)

/** The signs that were acknowledged when the post-mortem was sent, which need not be acknowledged again. */
const readWhenSent = (postMortem: PostMortem): ReadonlySet<string> =>
  new Set(postMortem.danger_acknowledged_at ? signsOf(postMortem).map(({ id }) => id) : [])

/** Provides the danger warning to all steps of a post-mortem, which share the acknowledged signs. */
export function WithDangerWarning({ postMortem, children }: { postMortem: PostMortem; children: ReactNode }) {
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(() => readWhenSent(postMortem))
  const [shown, setShown] = useState<{ signs: readonly DangerSign[]; resolve: (isRead: boolean) => void } | null>(null)
  const isRead = useRef(false)
  // Whoever waits for the answer may open another page, so the layer is closed first.
  const layer = useLayer('danger', () => {
    if (isRead.current) setReadIds(new Set([...readIds, ...(shown?.signs ?? []).map(({ id }) => id)]))
    setShown(null)
    shown?.resolve(isRead.current)
  })
  const warn = (signs: readonly DangerSign[]) =>
    signs.every(({ id }) => readIds.has(id))
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => {
          isRead.current = false
          setShown({ signs, resolve })
          layer.open()
        })
  const goOn = () => {
    isRead.current = true
    void layer.close()
  }
  const renderBanner = (animalId?: string) => (
    <>
      <DangerBanner postMortem={postMortem} animalId={animalId} />
      <NotifiableBanner postMortem={postMortem} />
    </>
  )
  return (
    <WarningContext value={{ renderBanner, warn }}>
      {children}
      {shown && layer.isOpen && <DangerScreen signs={shown.signs} onBack={() => void layer.close()} onRead={goOn} />}
    </WarningContext>
  )
}

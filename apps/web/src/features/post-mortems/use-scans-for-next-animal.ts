import { isCompleteRfid } from '@chisholm/domain/rfid'
import { useRef, useState } from 'react'
import { dropHeldScan } from '../../ui/use-keyboard-scan.ts'

/**
 * Keeps scans away from an animal that is being saved, or that is saved with another RFID: they belong to the next one.
 * @param savedRfid  undefined unless the animal is saved
 */
export function useScansForNextAnimal(savedRfid: string | null | undefined) {
  // not a state: a scan may come before another render
  const isSaving = useRef(false)
  const [isLocked, setLocked] = useState(false)
  const [nextRfid, setNextRfid] = useState<string | null>(null)
  const takesScan = (scanned: string, entered: string): boolean => {
    const isForNext = isSaving.current || [savedRfid ?? '', entered, scanned].every(isCompleteRfid)
    if (isForNext) setNextRfid(scanned)
    else if (scanned === nextRfid) {
      setNextRfid(null)
      dropHeldScan()
    }
    return !isForNext
  }
  /**
   * @param save  returns whether the next step is being opened
   * @param locksForm  whether nothing more is typed about this animal
   */
  const whileSaving = async (save: () => Promise<boolean>, locksForm: boolean): Promise<void> => {
    if (isSaving.current) return
    isSaving.current = true
    setLocked(locksForm)
    let isLeft = false
    try {
      isLeft = await save()
    } finally {
      isSaving.current = isLeft
      setLocked(isLeft && locksForm)
    }
  }
  return {
    /** The RFID that was scanned for the next animal. */
    nextRfid,
    isLocked,
    takesScan,
    whileSaving,
  }
}

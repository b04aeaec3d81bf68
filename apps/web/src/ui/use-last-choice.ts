import { useRef, useState } from 'react'

/**
 * A switch that shows each choice at once and saves one at a time: of quick clicks the last one stays.
 * @param saved  what was saved last
 * @param save  saves a choice and reports its own failure
 */
export function useLastChoice(
  saved: boolean,
  save: (isOn: boolean) => Promise<void>,
): { isOn: boolean; choose: (isOn: boolean) => Promise<void> } {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const latest = useRef(saved)
  const isSaving = useRef(false)
  const choose = async (isOn: boolean) => {
    latest.current = isOn
    setChosen(isOn)
    if (isSaving.current) return
    isSaving.current = true
    let sent: boolean
    do {
      sent = latest.current
      await save(sent)
    } while (sent !== latest.current)
    isSaving.current = false
    setChosen(null)
  }
  return { isOn: chosen ?? saved, choose }
}

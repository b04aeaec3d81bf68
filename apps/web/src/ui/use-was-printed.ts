import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is or was printed. True before the browser lays out the paper. */
export function useWasPrinted(): boolean {
  const [wasPrinted, setWasPrinted] = useState(false)
  useEffect(() => {
    const show = () => flushSync(() => setWasPrinted(true))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [])
  return wasPrinted
}

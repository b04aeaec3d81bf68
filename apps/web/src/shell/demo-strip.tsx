import './demo-strip.css'
import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { uiTexts } from '../ui-texts.ts'

const words = uiTexts.demo
const key = 'chisholm.demo-known'

/** Tells on every page that everybody knows the passwords of this practice, until it is closed for this visit. */
export function DemoStrip() {
  const [known, setKnown] = useState(sessionStorage.getItem(key) !== null)
  if (known) return null
  const close = () => {
    sessionStorage.setItem(key, '1')
    setKnown(true)
  }
  return (
    <aside className="demo-strip" aria-label={words.title}>
      <span className="grow">{words.text}</span>
      <CloseButton size={28} iconSize={16} aria-label={words.close} onClick={close} c="inherit" />
    </aside>
  )
}

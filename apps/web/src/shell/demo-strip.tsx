import './demo-strip.css'
import { shellTexts } from './shell-texts.ts'

/** Warns on every page that the passwords of this demo are public. */
export const DemoStrip = () => (
  <aside className="demo-strip" aria-label={shellTexts.demo.title}>
    {shellTexts.demo.text}
  </aside>
)

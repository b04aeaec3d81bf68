import './demo-strip.css'
import { uiTexts } from '../ui-texts.ts'

/** Warns on every page that the passwords of this demo are public. */
export const DemoStrip = () => (
  <aside className="demo-strip" aria-label={uiTexts.demo.title}>
    {uiTexts.demo.text}
  </aside>
)

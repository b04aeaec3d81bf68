import './demo-strip.css'
import { uiTexts } from '../ui-texts.ts'

/** Tells on every page that everybody knows the passwords of this practice. */
export const DemoStrip = () => (
  <aside className="demo-strip" aria-label={uiTexts.demo.title}>
    {uiTexts.demo.text}
  </aside>
)

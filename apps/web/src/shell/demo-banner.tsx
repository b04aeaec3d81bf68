import './demo-banner.css'
import { shellTexts } from './shell-texts.ts'

/** Warns on every page that the passwords of this demo are public. */
export const DemoBanner = () => (
  <aside className="demo-banner" aria-label={shellTexts.demo.title}>
    {shellTexts.demo.text}
  </aside>
)

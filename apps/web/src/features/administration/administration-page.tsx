import './administration.css'
import { adminTexts } from '../../admin-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { Page } from '../../ui/page.tsx'
import { areas } from './areas.ts'

/** Index of the administration screens. */
export function AdministrationPage() {
  return (
    <Page title={adminTexts.title} ownHeading>
      <h1>{adminTexts.title}</h1>
      <p className="hint">{adminTexts.hint}</p>
      <ul className="list areas">
        {areas.map(({ to, title, hint, Icon }) => (
          <li key={to}>
            <LinkRow to={to} title={title} hint={hint} Icon={Icon} />
          </li>
        ))}
      </ul>
      <p className="hint">{adminTexts.version(import.meta.env.VERSION)}</p>
    </Page>
  )
}

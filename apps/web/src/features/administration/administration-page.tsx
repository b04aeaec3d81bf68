import { administrationTexts } from './administration-texts.ts'
import '../../ui/administration.css'
import { LinkRow } from '../../ui/link-row.tsx'
import { Page } from '../../ui/page.tsx'
import { adminPages } from './admin-pages.ts'
import { uiTexts } from '../../ui-texts.ts'

export function AdministrationPage() {
  return (
    <Page title={uiTexts.administration} ownHeading>
      <h1>{uiTexts.administration}</h1>
      <p className="hint">{administrationTexts.hint}</p>
      <ul className="list areas">
        {adminPages.map(({ to, title, hint, Icon }) => (
          <li key={to}>
            <LinkRow to={to} title={title} hint={hint} Icon={Icon} />
          </li>
        ))}
      </ul>
      <p className="hint">{administrationTexts.version(import.meta.env.VERSION)}</p>
    </Page>
  )
}

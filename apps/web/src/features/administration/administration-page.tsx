import './administration.css'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { adminTexts } from '../../admin-texts.ts'
import { areas } from './areas.ts'

/** Leads to the screens of the administration. */
export function AdministrationPage() {
  return (
    <Page title={adminTexts.title} ownHeading>
      <h1>{adminTexts.title}</h1>
      <p className="hint">{adminTexts.hint}</p>
      <ul className="list areas">
        {areas.map(({ to, title, hint, Icon }) => (
          <li key={to}>
            <Link to={to} className="card">
              <span className="row" style={{ flexWrap: 'nowrap' }}>
                <Icon size={26} stroke={1.6} aria-hidden />
                <span className="grow">
                  <b>{title}</b>
                  <br />
                  <span className="hint">{hint}</span>
                </span>
                <IconChevronRight size={20} style={{ flex: 'none' }} aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

import { IconArchive, IconBook2, IconInbox, IconMapPin, IconPlus } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { isAdmin, isVet, type Role } from '@chisholm/domain/permissions'
import { shellTexts } from './shell-texts.ts'
import { uiTexts } from '../ui-texts.ts'

interface Entry {
  text: string
  to: string
  Icon: typeof IconInbox
  /** Paths for which this item is the current one. */
  at: RegExp
}

/** Navigation by role (specification 2.8). */
function entriesOf(roles: readonly Role[]): Entry[] {
  const vet = isVet({ roles })
  return [
    ...(vet
      ? [{ text: shellTexts.vetInbox, to: '/a/location/all/inbox', Icon: IconInbox, at: /^\/a\/(location\/all|vet)\b/ }]
      : []),
    { text: shellTexts.locations, to: '/a/locations', Icon: IconMapPin, at: /^\/a\/location(s|\/(?!all\b))/ },
    { text: shellTexts.postMortem, to: '/a/postmortem/add', Icon: IconPlus, at: /^\/a\/postmortems?\/(?!complete$)/ },
    { text: shellTexts.archive, to: '/a/postmortems/complete', Icon: IconArchive, at: /^\/a\/postmortems\/complete$/ },
    ...(roles.includes('Veterinarian')
      ? []
      : [{ text: uiTexts.training, to: '/a/training', Icon: IconBook2, at: /^\/a\/training$/ }]),
  ]
}

/** Bottom bar on phones, rail on desktops. */
export function Footer({ roles, hiddenOnPhone }: { roles: readonly Role[]; hiddenOnPhone: boolean }) {
  const { pathname } = useLocation()
  const ribbon = isAdmin({ roles }) ? shellTexts.adminAccess : isVet({ roles }) ? shellTexts.vetAccess : null
  return (
    <nav className={hiddenOnPhone ? 'nav under-foot' : 'nav'} aria-label={shellTexts.navigation}>
      {ribbon && <div className="ribbon">{ribbon}</div>}
      <ul>
        {entriesOf(roles).map(({ text, to, Icon, at }) => (
          <li key={to}>
            <Link to={to} aria-current={at.test(pathname) ? 'page' : undefined}>
              <Icon stroke={1.8} size={24} aria-hidden />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import './footer.css'
import {
  IconArchive,
  IconBook2,
  IconCalendar,
  IconChartHistogram,
  IconInbox,
  IconMapPin,
  IconPlus,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { isAdmin, isVet, may, type Role } from '@chisholm/domain/permissions'
import { shellTexts } from './shell-texts.ts'
import { useHasRail } from '../ui/use-is-wide.ts'
import { uiTexts } from '../ui-texts.ts'
import { AccessRibbon } from './access-ribbon.tsx'

interface NavItem {
  text: string
  to: string
  Icon: typeof IconInbox
  /** The item is current on paths that match this. */
  activePattern: RegExp
  /** Phones have it in the menu instead. */
  isInRailOnly?: true
}

/** The navigation of each role (specification 2.8), on desktops with planner and insight. */
function navItemsFor(roles: readonly Role[]): NavItem[] {
  const vet = isVet({ roles })
  return [
    ...(vet
      ? [
          {
            text: shellTexts.vetInbox,
            to: '/a/location/all/inbox',
            Icon: IconInbox,
            activePattern: /^\/a\/(location\/all|vet)\b/,
          },
        ]
      : []),
    ...(may({ roles }, 'planner.view')
      ? [
          {
            text: uiTexts.planner,
            to: '/a/planner',
            Icon: IconCalendar,
            activePattern: /^\/a\/planner\b/,
            isInRailOnly: true as const,
          },
        ]
      : []),
    {
      text: uiTexts.insight,
      to: '/a/insight',
      Icon: IconChartHistogram,
      activePattern: /^\/a\/(insight|herd)\b/,
      isInRailOnly: true,
    },
    {
      text: shellTexts.locations,
      to: '/a/locations',
      Icon: IconMapPin,
      activePattern: /^\/a\/location(s|\/(?!all\b))/,
    },
    {
      text: shellTexts.postMortem,
      to: '/a/postmortem/add',
      Icon: IconPlus,
      activePattern: /^\/a\/postmortems?\/(?!complete$)/,
    },
    {
      text: shellTexts.archive,
      to: '/a/postmortems/complete',
      Icon: IconArchive,
      activePattern: /^\/a\/postmortems\/complete$/,
    },
    ...(roles.includes('Veterinarian') && !isAdmin({ roles })
      ? []
      : [{ text: uiTexts.training, to: '/a/training', Icon: IconBook2, activePattern: /^\/a\/training$/ }]),
  ]
}

/** A bar at the bottom of phones, a rail on desktops. */
export function Footer({ roles, hiddenOnPhone }: { roles: readonly Role[]; hiddenOnPhone: boolean }) {
  const { pathname } = useLocation()
  const hasRail = useHasRail()
  return (
    <nav className={hiddenOnPhone ? 'nav under-page-footer' : 'nav'} aria-label={shellTexts.navigation}>
      {/* beside the buttons of the header if there is a rail */}
      {!hasRail && <AccessRibbon roles={roles} />}
      <ul>
        {navItemsFor(roles).map(({ text, to, Icon, activePattern, isInRailOnly }) => (
          <li key={to} className={isInRailOnly && 'rail-only'}>
            <Link to={to} aria-current={activePattern.test(pathname) ? 'page' : undefined}>
              <Icon stroke={1.8} size={24} aria-hidden />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

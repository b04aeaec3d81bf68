import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SiteZone } from '../../ui/site-zone.tsx'
import { FieldChanges } from './field-changes.tsx'

vi.mock('../../api/cached-provider.ts', () => ({ useZone: () => 'America/Edmonton' }))

test('times in the history of a ticket are those of its site, in the log of all changes those of the practice', () => {
  const changes = [{ field: 'Visit', from: null, to: '2026-07-01T12:15:00.000Z' }]
  const list = createElement(FieldChanges, { changes })
  const AtSite = () => SiteZone({ site: { time_zone: 'America/Halifax' }, children: list })
  expect(renderToStaticMarkup(createElement(AtSite))).toContain('July 1st 2026, 9:15 AM')
  expect(renderToStaticMarkup(list)).toContain('July 1st 2026, 6:15 AM')
})

import { expect, test } from 'vitest'
import { examinePath, photoPath, postMortemPath, reportPath } from './page-paths.ts'
import { roles } from './permissions.ts'

const pathsOf = (role: (typeof roles)[number]) => {
  const path = postMortemPath({ roles: [role] }, 'ID')
  return [path, reportPath(path), photoPath({ roles: [role] }, 'ID', 'COW')]
}

test('clients and veterinarians have their own pages of a ticket, its report and its photos', () => {
  expect(pathsOf('Client')).toEqual([
    '/a/postmortem/ID',
    '/a/postmortem/ID/report',
    '/a/postmortem/view/ID/COW/uploadPhoto',
  ])
  for (const role of roles.filter((one) => one !== 'Client'))
    expect(pathsOf(role)).toEqual([
      '/a/vet/ticketdetail/ID',
      '/a/vet/ticketdetail/ID/report',
      '/a/vet/ticketdetail/ID/COW/uploadPhoto',
    ])
  expect(examinePath('ID', 'COW')).toBe('/a/vet/ticketdetail/ID?step=examine&animal=COW')
})

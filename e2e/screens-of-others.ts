import { texts } from '@chisholm/domain/texts'
import { type Line, forAll, forEach, forVets, type Outcome, type Sight, type Who } from './screens-shape.ts'

const vetHome = { leadsTo: '/a/location/all/inbox' }
/** Redirects signed-in users to the start page of their role (specification 2.1 and 2.2). */
const homeUnless = (stranger: Outcome): Record<Who, Outcome> => ({
  stranger,
  client: { leadsTo: '/a/postmortems/draft' },
  vet: vetHome,
  admin: vetHome,
})
const start = homeUnless({ leadsTo: '/u/login' })
const notFound: Sight = { h1: texts.other.notFoundPage, controls: ['link Home'] }
const profileFields = ['First name', 'Last name', 'Phone', 'City', 'Region', 'Country']
const searchFields = [
  'field Ticket #',
  'field RFID#',
  'field TAG #',
  'field LOT',
  'field Submission date',
  'field Completed date',
]

/** Specification 2.1, 2.2 and 2.7. */
export const otherLines: Line[] = [
  { name: 'start', route: '/', address: () => '/', seen: () => start },
  { name: 'app', route: '/a', address: () => '/a', seen: () => start },
  { name: 'app-slash', route: '/a/', address: () => '/a/', seen: () => start },
  {
    name: 'login',
    route: '/u/login',
    address: () => '/u/login',
    seen: () =>
      homeUnless({
        h1: 'Chisholm',
        controls: ['field Email', 'field Password', 'button Login', 'link Reset my password'],
      }),
  },
  {
    name: 'reset',
    route: '/u/reset',
    address: () => '/u/reset',
    seen: () => homeUnless({ h1: 'Reset your password', controls: ['field Email', 'button Next', 'link Login'] }),
  },
  {
    name: 'api-docs',
    route: '/api/docs',
    address: () => '/api/docs',
    seen: () => {
      const seen = {
        h1: 'API of Chisholm',
        controls: ['searchbox Find an operation', 'button openapi.json'],
        texts: ['/api/v1/post-mortems/{id}'],
      }
      return { ...forAll(seen), stranger: seen }
    },
  },
  {
    name: 'training',
    route: '/a/training',
    address: () => '/a/training',
    seen: () => forAll({ h1: 'Training', controls: ['button '] }),
  },
  {
    name: 'training-text',
    route: '/a/training',
    address: ({ trainingId }) => `/a/training?training=${trainingId}`,
    seen: () => forAll({ h1: /\w/, controls: ['button Back to menu'] }),
  },
  {
    name: 'scanner',
    route: '/a/scanner',
    address: () => '/a/scanner',
    seen: () => forVets({ h1: 'Scanner' }),
  },
  {
    name: 'animal-reports',
    route: '/a/reports',
    address: () => '/a/reports',
    seen: () => forAll({ h1: 'Animal reports' }),
  },
  {
    name: 'animal-report-new',
    route: '/a/reports/new',
    address: () => '/a/reports/new',
    seen: () => forAll({ h1: 'New animal report', controls: ['button Run'] }),
  },
  {
    name: 'animal-report',
    route: '/a/reports/$id',
    address: ({ savedReportId }) => `/a/reports/${savedReportId}`,
    // a report belongs to its author alone
    seen: () => ({
      ...forAll({ h1: 'Sorry Page Not Found :)' }),
      admin: { h1: 'Yellow tags', controls: ['button Run'] },
    }),
  },
  {
    name: 'change-password',
    route: '/a/change-password',
    address: () => '/a/change-password',
    seen: () =>
      forAll({
        h1: 'Change password',
        controls: ['field Set your new password', 'field Repeat your new password', 'button Back', 'button Complete'],
      }),
  },
  {
    name: 'security',
    route: '/a/security',
    address: () => '/a/security',
    seen: () => {
      const reset = 'button Remove their second factor'
      const sight = {
        h1: 'Sign-in and security',
        controls: ['button Set up an app', 'button Sign out everywhere'],
        texts: ['Passkeys', 'Authenticator app', 'Where you are signed in'],
      }
      const forOthers = { ...sight, lacks: [reset] }
      return { ...forEach(forOthers, forOthers), admin: { ...sight, controls: [...sight.controls, reset] } }
    },
  },
  {
    name: 'profile',
    route: '/a/profile',
    address: () => '/a/profile',
    seen: () =>
      forAll({ h1: 'Profile', controls: ['button Edit'], texts: ['Email', /@demo\.example/, ...profileFields] }),
  },
  {
    name: 'profile-edit',
    route: '/a/profile/edit',
    address: () => '/a/profile/edit',
    seen: () =>
      forAll({
        h1: 'Edit profile',
        controls: ['field Email', ...profileFields.map((name) => `field ${name}`), 'button Save'],
      }),
  },
  {
    name: 'invite-user',
    route: '/a/invite-user',
    address: () => '/a/invite-user',
    seen: () => {
      const sight = { h1: 'Invite user', controls: ['field Email', 'combobox Customer', 'button Invite'] }
      const forAdmin = { ...sight, controls: [...sight.controls, 'combobox Role'] }
      return { ...forVets({ ...sight, lacks: ['combobox Role'] }), admin: forAdmin }
    },
  },
  {
    name: 'search',
    route: '/a/search',
    address: () => '/a/search',
    seen: () =>
      forAll({
        h1: 'Search',
        controls: [...searchFields, 'combobox Vet', 'combobox Client', 'combobox Status', 'button Search'],
        lacks: ['combobox Site'],
      }),
  },
  {
    name: 'search-result',
    route: '/a/search/result',
    address: () => '/a/search/result?status=Completed',
    seen: () =>
      forAll({
        h1: 'Search results',
        controls: ['link CHM-', 'combobox Page'],
        texts: [/^Displaying \d+ of \d+ results\.$/],
      }),
  },
  {
    name: 'search-result-empty',
    route: '/a/search/result',
    address: () => '/a/search/result?tag=none-such',
    seen: () => forAll({ h1: 'Search results', lacks: ['link CHM-'], texts: [texts.empty.results] }),
  },
  { name: 'todo', route: '/a/todo', address: () => '/a/todo', seen: () => forAll({ h1: 'To do' }) },
  { name: 'not-found', route: null, address: () => '/a/nowhere', seen: () => forAll(notFound) },
  {
    name: 'not-found-outside',
    route: null,
    address: () => '/nowhere/at/all',
    seen: () => ({ ...forEach(notFound, notFound), stranger: notFound }),
  },
]

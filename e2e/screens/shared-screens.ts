import { texts } from '@chisholm/domain/texts'
import {
  type ScreenCase,
  forAllRoles,
  forClientsAndVets,
  forVetRoles,
  type ScreenOutcome,
  type ExpectedScreen,
  type TestRole,
} from './screen-types.ts'

const vetHome = { redirectsTo: '/a/location/all/inbox' }
/** Users who are signed in are redirected to the start page of their role (specification 2.1 and 2.2). */
const homeUnlessAnonymous = (anonymous: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  anonymous,
  client: { redirectsTo: '/a/postmortems/draft' },
  vet: vetHome,
  admin: vetHome,
})
const startOutcome = homeUnlessAnonymous({ redirectsTo: '/u/login' })
const notFoundScreen: ExpectedScreen = { h1: texts.other.notFoundPage, controls: ['link Home'] }
const profileFields = ['First name', 'Last name', 'Phone', 'City', 'Region', 'Country']
const searchFields = [
  'field Ticket #',
  'field RFID#',
  'field TAG #',
  'field LOT',
  'field Submission date',
  'field Completed date',
]

/** The screens that several roles share, which specification 2.1, 2.2 and 2.7 describe. */
export const sharedScreens: ScreenCase[] = [
  { name: 'start', route: '/', url: () => '/', expected: () => startOutcome },
  { name: 'app', route: '/a', url: () => '/a', expected: () => startOutcome },
  { name: 'app-slash', route: '/a/', url: () => '/a/', expected: () => startOutcome },
  {
    name: 'login',
    route: '/u/login',
    url: () => '/u/login',
    expected: () =>
      homeUnlessAnonymous({
        h1: 'Chisholm',
        controls: ['field Email', 'field Password', 'button Login', 'link Reset my password'],
      }),
  },
  {
    name: 'reset',
    route: '/u/reset',
    url: () => '/u/reset',
    expected: () =>
      homeUnlessAnonymous({ h1: 'Reset your password', controls: ['field Email', 'button Next', 'link Login'] }),
  },
  {
    name: 'verify a report',
    route: '/verify/$code',
    url: () => '/verify/ABCDEFGHJKMNPQRS',
    expected: () => {
      const unknown = { h1: 'There is no report with this code' }
      return { anonymous: unknown, client: unknown, vet: unknown, admin: unknown }
    },
  },
  {
    name: 'api-docs',
    route: '/api/docs',
    url: () => '/api/docs',
    expected: () => {
      const screen = {
        h1: 'Chisholm API',
        controls: ['searchbox Find an operation', 'button openapi.json'],
        texts: ['/api/v1/post-mortems/{id}'],
      }
      return { ...forAllRoles(screen), anonymous: screen }
    },
  },
  {
    name: 'training',
    route: '/a/training',
    url: () => '/a/training',
    expected: () => forAllRoles({ h1: 'Training', controls: ['button '] }),
  },
  {
    name: 'training-text',
    route: '/a/training',
    url: ({ trainingId }) => `/a/training?training=${trainingId}`,
    expected: () => forAllRoles({ h1: /\w/, controls: ['button Back to menu'] }),
  },
  {
    name: 'scanner',
    route: '/a/scanner',
    url: () => '/a/scanner',
    expected: () => forVetRoles({ h1: 'Scanner' }),
  },
  {
    name: 'animal-reports',
    route: '/a/reports',
    url: () => '/a/reports',
    expected: () => forAllRoles({ h1: 'Animal reports' }),
  },
  {
    name: 'animal-report-new',
    route: '/a/reports/new',
    url: () => '/a/reports/new',
    expected: () => forAllRoles({ h1: 'New animal report', controls: ['button Run'] }),
  },
  {
    name: 'animal-report',
    route: '/a/reports/$id',
    url: ({ savedReportId }) => `/a/reports/${savedReportId}`,
    // Only its author sees a saved report.
    expected: () => ({
      ...forAllRoles({ h1: 'Sorry Page Not Found :)' }),
      admin: { h1: 'Yellow tags', controls: ['button Run'] },
    }),
  },
  {
    name: 'notifications',
    route: '/a/notifications',
    url: () => '/a/notifications',
    expected: () => forAllRoles({ h1: 'Notifications', controls: ['link Choose your notifications'] }),
  },
  {
    name: 'waiting',
    route: '/a/waiting',
    url: () => '/a/waiting',
    expected: () => forAllRoles({ h1: 'Waiting to be sent', texts: ['Everything has been sent.'] }),
  },
  {
    name: 'change-password',
    route: '/a/change-password',
    url: () => '/a/change-password',
    expected: () =>
      forAllRoles({
        h1: 'Change password',
        controls: ['field Set your new password', 'field Repeat your new password', 'button Back', 'button Complete'],
      }),
  },
  {
    name: 'security',
    route: '/a/security',
    url: () => '/a/security',
    expected: () => {
      const reset = 'button Remove their second factor'
      const screen = {
        h1: 'Sign-in and security',
        controls: ['button Set up an app', 'button Sign out everywhere'],
        texts: ['Passkeys', 'Authenticator app', 'Where you are signed in'],
      }
      const forOthers = { ...screen, lacks: [reset] }
      return { ...forClientsAndVets(forOthers, forOthers), admin: { ...screen, controls: [...screen.controls, reset] } }
    },
  },
  {
    name: 'profile',
    route: '/a/profile',
    url: () => '/a/profile',
    expected: () =>
      forAllRoles({
        h1: 'Profile',
        controls: ['button Edit'],
        texts: ['Email', /@demo\.example/, ...profileFields, 'Without a connection'],
      }),
  },
  {
    name: 'profile-edit',
    route: '/a/profile/edit',
    url: () => '/a/profile/edit',
    expected: () =>
      forAllRoles({
        h1: 'Edit profile',
        controls: ['field Email', ...profileFields.map((name) => `field ${name}`), 'button Save'],
      }),
  },
  {
    name: 'invite-user',
    route: '/a/invite-user',
    url: () => '/a/invite-user',
    expected: () => {
      const screen = { h1: 'Invite user', controls: ['field Email', 'combobox Customer', 'button Invite'] }
      const forAdmin = { ...screen, controls: [...screen.controls, 'combobox Role'] }
      return { ...forVetRoles({ ...screen, absentControls: ['combobox Role'] }), admin: forAdmin }
    },
  },
  {
    name: 'search',
    route: '/a/search',
    url: () => '/a/search',
    expected: () =>
      forAllRoles({
        h1: 'Search',
        controls: [...searchFields, 'combobox Vet', 'combobox Client', 'combobox Status', 'button Search'],
        absentControls: ['combobox Site'],
      }),
  },
  {
    name: 'search-result',
    route: '/a/search/result',
    url: () => '/a/search/result?status=Completed',
    expected: () =>
      forAllRoles({
        h1: 'Search results',
        controls: ['link CHM-', 'combobox Page'],
        texts: [/^Displaying \d+ of \d+ results\.$/],
      }),
  },
  {
    name: 'search-result-empty',
    route: '/a/search/result',
    url: () => '/a/search/result?tag=none-such',
    expected: () => forAllRoles({ h1: 'Search results', absentControls: ['link CHM-'], texts: [texts.empty.results] }),
  },
  {
    name: 'insight',
    route: '/a/insight',
    url: () => '/a/insight',
    expected: () =>
      forAllRoles({ h1: 'Insight', controls: ['combobox Period', 'button Print'], texts: ['Is it more than usual?'] }),
  },
  {
    name: 'insight-deaths',
    route: '/a/insight/deaths',
    url: () => '/a/insight/deaths?cause=Respiratory',
    expected: () =>
      forAllRoles({ h1: /^\d+ deaths?$/, controls: ['link Show in Insight', 'link CHM-'], texts: [/Respiratory$/] }),
  },
  {
    name: 'insight-tickets',
    route: '/a/insight/tickets',
    url: () => '/a/insight/tickets',
    expected: () => forAllRoles({ h1: /^\d+ tickets?$/, controls: ['combobox Order', 'link CHM-'] }),
  },
  {
    name: 'alerts',
    route: '/a/insight/alerts',
    url: () => '/a/insight/alerts',
    expected: () =>
      forAllRoles({
        h1: 'Alerts',
        controls: ['button Add a rule'],
        texts: ['Rules', 'Ten respiratory deaths in a week'],
      }),
  },
  {
    name: 'summaries',
    route: '/a/insight/summaries',
    url: () => '/a/insight/summaries',
    expected: () => forAllRoles({ h1: 'Summaries by e-mail', controls: ['button Add a summary'] }),
  },
  {
    name: 'lot',
    route: '/a/herd/$siteId/lots/$id',
    url: ({ siteId, lotId }) => `/a/herd/${siteId}/lots/${lotId}`,
    expected: () =>
      forAllRoles({ h1: 'Lot S26-001', controls: ['button PDF'], texts: ['Is it more than usual?', 'Its animals'] }),
  },
  {
    name: 'teaching-cases',
    route: '/a/library/cases',
    url: () => '/a/library/cases',
    expected: () => forAllRoles({ h1: 'Teaching cases', controls: ['combobox Diagnosis'] }),
  },
  {
    name: 'herd',
    route: '/a/herd/$siteId',
    url: ({ siteId }) => `/a/herd/${siteId}`,
    expected: () => {
      const screen = { h1: 'Lots and head counts', controls: ['field Head today', 'button Add a lot'] }
      const { controls, ...readOnly } = screen
      return { ...forAllRoles(screen), vet: { ...readOnly, absentControls: controls } }
    },
  },
  { name: 'todo', route: '/a/todo', url: () => '/a/todo', expected: () => forAllRoles({ h1: 'To do' }) },
  { name: 'not-found', route: null, url: () => '/a/nowhere', expected: () => forAllRoles(notFoundScreen) },
  {
    name: 'not-found-outside',
    route: null,
    url: () => '/nowhere/at/all',
    expected: () => ({ ...forClientsAndVets(notFoundScreen, notFoundScreen), anonymous: notFoundScreen }),
  },
]

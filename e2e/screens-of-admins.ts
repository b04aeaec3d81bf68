import { forAdmins, type Line } from './screens-shape.ts'

/** The administration (decided by us: the specification has no screens for it). */
export const adminLines: Line[] = [
  {
    name: 'admin',
    route: '/a/admin',
    address: () => '/a/admin',
    seen: () => forAdmins({ h1: 'Administration' }),
  },
  {
    name: 'admin-trainings',
    route: '/a/admin/trainings',
    address: () => '/a/admin/trainings',
    seen: () => forAdmins({ h1: 'Trainings', controls: ['searchbox Search', 'link New training', 'button Move '] }),
  },
  {
    name: 'admin-training-new',
    route: '/a/admin/trainings/new',
    address: () => '/a/admin/trainings/new',
    seen: () =>
      forAdmins({
        h1: 'New training',
        controls: ['field Title', 'field Heading', 'button Add section', 'button Preview', 'button Save'],
        lacks: ['button Delete this training'],
      }),
  },
  {
    name: 'admin-training',
    route: '/a/admin/trainings/$id',
    address: ({ trainingId }) => `/a/admin/trainings/${trainingId}`,
    seen: () =>
      forAdmins({
        h1: 'Edit training',
        controls: [
          'field Title',
          'button Move Section 1 down',
          'button Remove Section 1',
          'button Delete this training',
        ],
      }),
  },
  {
    name: 'admin-library',
    route: '/a/admin/library',
    address: () => '/a/admin/library',
    seen: () => forAdmins({ h1: 'Library lists', controls: ['link Diagnoses'], texts: [/^\d+ entries/] }),
  },
  {
    name: 'admin-library-list',
    route: '/a/admin/library/$list',
    address: () => '/a/admin/library/diagnoses',
    seen: () =>
      forAdmins({
        h1: 'Diagnoses',
        controls: ['searchbox Search', 'current Offered', 'link Retired', 'button Add entry', 'button Move '],
      }),
  },
  {
    name: 'admin-library-retired',
    route: '/a/admin/library/$list',
    address: () => '/a/admin/library/species?retired=1',
    seen: () => forAdmins({ h1: 'Species', texts: ['No entry of this list is retired.'] }),
  },
  {
    name: 'admin-library-unknown',
    route: '/a/admin/library/$list',
    address: () => '/a/admin/library/horses',
    seen: () => forAdmins({ h1: 'Sorry Page Not Found :)' }),
  },
  {
    name: 'admin-provider',
    route: '/a/admin/provider',
    address: () => '/a/admin/provider',
    seen: () =>
      forAdmins({
        h1: 'Practice',
        controls: ['field Name', 'field Telephone', 'field E-mail', 'field Web site', 'button Save'],
      }),
  },
  {
    name: 'admin-scanner',
    route: '/a/admin/scanner',
    address: () => '/a/admin/scanner',
    seen: () => forAdmins({ h1: 'Scanner settings', controls: ['field Service UUID', 'button Save'] }),
  },
]

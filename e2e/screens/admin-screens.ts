import { forAdmins, type ScreenCase } from './screen-types.ts'

/** The administration screens. The specification does not describe them. */
export const adminScreens: ScreenCase[] = [
  {
    name: 'admin',
    route: '/a/admin',
    url: () => '/a/admin',
    expected: () =>
      forAdmins({
        h1: 'Administration',
        controls: ['link Customers', 'link Sites', 'link Users', 'link Import', 'link Log'],
      }),
  },
  {
    name: 'admin-customers',
    route: '/a/admin/customers',
    url: () => '/a/admin/customers',
    expected: () =>
      forAdmins({ h1: 'Customers', controls: ['link Prairie Feeders', 'link Add a customer'], texts: ['2 sites'] }),
  },
  {
    name: 'admin-customers-none',
    route: '/a/admin/customers',
    url: () => '/a/admin/customers?text=none-such',
    expected: () => forAdmins({ h1: 'Customers', texts: ['Nothing found for “none-such”.'] }),
  },
  {
    name: 'admin-customer-new',
    route: '/a/admin/customers/new',
    url: () => '/a/admin/customers/new',
    expected: () => forAdmins({ h1: 'New customer', controls: ['field Name', 'button Add a customer'] }),
  },
  {
    name: 'admin-customer',
    route: '/a/admin/customers/$id',
    url: ({ pending }) => `/a/admin/customers/${pending.customer_id}`,
    expected: () =>
      forAdmins({
        h1: 'Prairie Feeders',
        controls: [
          'link North Yard',
          'button Add a site',
          'field Name',
          'button Save',
          'button Retire',
          'button Delete',
        ],
      }),
  },
  {
    name: 'admin-customer-unknown',
    route: '/a/admin/customers/$id',
    url: ({ siteId }) => `/a/admin/customers/${siteId}`,
    expected: () => forAdmins({ h1: 'Sorry Page Not Found :)' }),
  },
  {
    name: 'admin-sites',
    route: '/a/admin/sites',
    url: () => '/a/admin/sites?text=north',
    expected: () =>
      forAdmins({ h1: 'Sites', controls: ['link Prairie Feeders - North Yard'], texts: [/^High River · Alberta/] }),
  },
  {
    name: 'admin-site',
    route: '/a/admin/sites/$id',
    url: ({ siteId }) => `/a/admin/sites/${siteId}`,
    expected: () =>
      forAdmins({
        h1: 'North Yard',
        controls: [
          'link Prairie Feeders',
          'field Name',
          'field City',
          'field Region',
          'button Retire',
          'button Delete',
        ],
        texts: ['People with access'],
      }),
  },
  {
    name: 'admin-users',
    route: '/a/admin/users',
    url: () => '/a/admin/users?role=Veterinarian',
    expected: () =>
      forAdmins({
        h1: 'Users',
        controls: ['link Invite somebody', 'combobox Role', 'combobox Status', 'link Dana Whitfield'],
        texts: ['Active'],
      }),
  },
  {
    name: 'admin-user',
    route: '/a/admin/users/$id',
    url: ({ pending }) => `/a/admin/users/${pending.created_by_id}`,
    expected: () =>
      forAdmins({
        h1: /\w/,
        controls: [
          'field Find a site or customer to add',
          'link Edit',
          'button Save site access',
          'button Save roles',
          'button Sign out everywhere',
          'button Remove second factor',
          'button Disable',
        ],
        texts: [/^Prairie Feeders: 1 site$/],
      }),
  },
  {
    name: 'admin-user-edit',
    route: '/a/admin/users/$id/edit',
    url: ({ pending }) => `/a/admin/users/${pending.created_by_id}/edit`,
    expected: () =>
      forAdmins({ h1: 'Edit profile', controls: ['field Email', 'field First name', 'field Phone', 'button Save'] }),
  },
  {
    name: 'admin-trainings',
    route: '/a/admin/trainings',
    url: () => '/a/admin/trainings',
    expected: () => forAdmins({ h1: 'Trainings', controls: ['searchbox Search', 'link New training', 'button Move '] }),
  },
  {
    name: 'admin-training-new',
    route: '/a/admin/trainings/new',
    url: () => '/a/admin/trainings/new',
    expected: () =>
      forAdmins({
        h1: 'New training',
        controls: ['field Title', 'field Heading', 'button Add section', 'button Preview', 'button Save'],
        absentControls: ['button Delete this training'],
      }),
  },
  {
    name: 'admin-training',
    route: '/a/admin/trainings/$id',
    url: ({ trainingId }) => `/a/admin/trainings/${trainingId}`,
    expected: () =>
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
    url: () => '/a/admin/library',
    expected: () => forAdmins({ h1: 'Library lists', controls: ['link Diagnoses'], texts: [/^\d+ entries/] }),
  },
  {
    name: 'admin-library-list',
    route: '/a/admin/library/$list',
    url: () => '/a/admin/library/diagnoses',
    expected: () =>
      forAdmins({
        h1: 'Diagnoses',
        controls: ['searchbox Search', 'current Offered', 'link Retired', 'button Add entry', 'button Move '],
      }),
  },
  {
    name: 'admin-library-retired',
    route: '/a/admin/library/$list',
    url: () => '/a/admin/library/species?retired=1',
    expected: () => forAdmins({ h1: 'Species', texts: ['No entry of this list is retired.'] }),
  },
  {
    name: 'admin-library-unknown',
    route: '/a/admin/library/$list',
    url: () => '/a/admin/library/horses',
    expected: () => forAdmins({ h1: 'Sorry Page Not Found :)' }),
  },
  {
    name: 'admin-provider',
    route: '/a/admin/provider',
    url: () => '/a/admin/provider',
    expected: () =>
      forAdmins({
        h1: 'Practice',
        controls: ['field Name', 'field Phone', 'field Email', 'field Web site', 'button Save'],
      }),
  },
  {
    name: 'admin-scanner',
    route: '/a/admin/scanner',
    url: () => '/a/admin/scanner',
    expected: () => forAdmins({ h1: 'Scanner settings', controls: ['field Service UUID', 'button Save'] }),
  },
  {
    name: 'admin-installation',
    route: '/a/admin/installation',
    url: () => '/a/admin/installation',
    expected: () =>
      forAdmins({
        h1: 'Installation',
        controls: ['button Send me a test e-mail'],
        texts: ['Free on the disk', 'No e-mail failed.'],
      }),
  },
  {
    name: 'admin-import',
    route: '/a/admin/import',
    url: () => '/a/admin/import',
    expected: () =>
      forAdmins({
        h1: 'Import',
        controls: ['combobox What to import', 'button Download a template'],
        texts: ['Choose a CSV file'],
      }),
  },
  {
    name: 'admin-sign-in-limits',
    route: '/a/admin/sign-in-limits',
    url: () => '/a/admin/sign-in-limits',
    expected: () => forAdmins({ h1: 'Limited sign-ins', texts: ['No sign-ins are limited.'] }),
  },
  {
    name: 'admin-log',
    route: '/a/admin/log',
    url: () => '/a/admin/log',
    expected: () =>
      forAdmins({
        h1: 'Log',
        controls: ['button Export', 'field Who', 'field Ticket #'],
        texts: [/entries$/],
      }),
  },
]

import { forAdmins, type Line } from './screens-shape.ts'

/** The administration, which the specification leaves to us. */
export const adminLines: Line[] = [
  {
    name: 'admin',
    route: '/a/admin',
    address: () => '/a/admin',
    seen: () =>
      forAdmins({
        h1: 'Administration',
        controls: ['link Customers', 'link Sites', 'link Users', 'link Import', 'link Log'],
      }),
  },
  {
    name: 'admin-customers',
    route: '/a/admin/customers',
    address: () => '/a/admin/customers',
    seen: () =>
      forAdmins({ h1: 'Customers', controls: ['link Prairie Feeders', 'link Add a customer'], texts: ['2 sites'] }),
  },
  {
    name: 'admin-customers-none',
    route: '/a/admin/customers',
    address: () => '/a/admin/customers?text=none-such',
    seen: () => forAdmins({ h1: 'Customers', texts: ['Nothing found for “none-such”.'] }),
  },
  {
    name: 'admin-customer-new',
    route: '/a/admin/customers/new',
    address: () => '/a/admin/customers/new',
    seen: () => forAdmins({ h1: 'New customer', controls: ['field Name', 'button Add a customer'] }),
  },
  {
    name: 'admin-customer',
    route: '/a/admin/customers/$id',
    address: ({ pending }) => `/a/admin/customers/${pending.customer_id}`,
    seen: () =>
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
    address: ({ siteId }) => `/a/admin/customers/${siteId}`,
    seen: () => forAdmins({ h1: 'Sorry Page Not Found :)' }),
  },
  {
    name: 'admin-sites',
    route: '/a/admin/sites',
    address: () => '/a/admin/sites?text=north',
    seen: () => forAdmins({ h1: 'Sites', controls: ['link North Yard'], texts: [/^Prairie Feeders · High River/] }),
  },
  {
    name: 'admin-site',
    route: '/a/admin/sites/$id',
    address: ({ siteId }) => `/a/admin/sites/${siteId}`,
    seen: () =>
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
    address: () => '/a/admin/users?role=Veterinarian',
    seen: () =>
      forAdmins({
        h1: 'Users',
        controls: ['link Invite somebody', 'combobox Role', 'combobox Status', 'link Dana Whitfield'],
        texts: ['Active'],
      }),
  },
  {
    name: 'admin-user',
    route: '/a/admin/users/$id',
    address: ({ pending }) => `/a/admin/users/${pending.created_by_id}`,
    seen: () =>
      forAdmins({
        h1: /\w/,
        controls: [
          'field Find a site or customer to add',
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
  {
    name: 'admin-installation',
    route: '/a/admin/installation',
    address: () => '/a/admin/installation',
    seen: () =>
      forAdmins({
        h1: 'Installation',
        controls: ['button Send a test letter to me'],
        texts: ['Free on the disk', 'No letter failed.'],
      }),
  },
  {
    name: 'admin-import',
    route: '/a/admin/import',
    address: () => '/a/admin/import',
    seen: () =>
      forAdmins({
        h1: 'Import',
        controls: ['combobox What to import', 'button Download a template'],
        texts: ['Choose a CSV file'],
      }),
  },
  {
    name: 'admin-sign-in-limits',
    route: '/a/admin/sign-in-limits',
    address: () => '/a/admin/sign-in-limits',
    seen: () => forAdmins({ h1: 'Limited sign-ins', texts: ['Nobody’s sign-ins are limited.'] }),
  },
  {
    name: 'admin-log',
    route: '/a/admin/log',
    address: () => '/a/admin/log',
    seen: () =>
      forAdmins({
        h1: 'Log',
        controls: [
          'button Export',
          'field Who',
          'combobox What happened',
          'combobox What it was about',
          'field Ticket #',
          'field From',
          'field To',
        ],
        texts: [/lines$/],
      }),
  },
]

import { forAdmins, type Line } from './screens-shape.ts'

/** The administration (decided by us: the specification has no screens for it). */
export const adminLines: Line[] = [
  {
    name: 'admin',
    route: '/a/admin',
    address: () => '/a/admin',
    seen: () => forAdmins({ h1: 'Administration', controls: ['link Customers', 'link Sites', 'link Users'] }),
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
        texts: [/^Prairie Feeders: 1 of 1$/],
      }),
  },
]

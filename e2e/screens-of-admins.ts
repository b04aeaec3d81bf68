import { forAdmins, type Line } from './screens-shape.ts'

/** The administration (decided by us: the specification has no screens for it). */
export const adminLines: Line[] = [
  {
    name: 'admin',
    route: '/a/admin',
    address: () => '/a/admin',
    seen: () => forAdmins({ h1: 'Administration', controls: ['link Import', 'link Log'] }),
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

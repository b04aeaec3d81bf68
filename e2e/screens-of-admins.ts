import { forAdmins, type Line } from './screens-shape.ts'

/** The administration (decided by us: the specification has no screens for it). */
export const adminLines: Line[] = [
  {
    name: 'admin',
    route: '/a/admin',
    address: () => '/a/admin',
    seen: () => forAdmins({ h1: 'Administration' }),
  },
]

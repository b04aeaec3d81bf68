import { adminLines } from './screens-of-admins.ts'
import { clientLines } from './screens-of-clients.ts'
import { otherLines } from './screens-of-others.ts'
import type { Line } from './screens-shape.ts'
import { vetLines } from './screens-of-vets.ts'

/** Every screen of specification section 2: its route, its URL, and what each role sees. */
export const lines: Line[] = [...clientLines, ...vetLines, ...otherLines, ...adminLines]

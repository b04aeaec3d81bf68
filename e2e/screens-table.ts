import { adminLines } from './screens-of-admins.ts'
import { clientLines } from './screens-of-clients.ts'
import { otherLines } from './screens-of-others.ts'
import type { Line } from './screens-shape.ts'
import { vetLines } from './screens-of-vets.ts'

/** Every screen of section 2 of the specification: its route, its address, and what each role sees there. */
export const lines: Line[] = [...clientLines, ...vetLines, ...otherLines, ...adminLines]

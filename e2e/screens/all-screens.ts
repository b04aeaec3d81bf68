import { adminScreens } from './admin-screens.ts'
import { clientScreens } from './client-screens.ts'
import { sharedScreens } from './shared-screens.ts'
import type { ScreenCase } from './screen-types.ts'
import { vetScreens } from './vet-screens.ts'

/** Every screen of specification section 2, with its route, its URL, and what each role sees. */
export const allScreens: ScreenCase[] = [...clientScreens, ...vetScreens, ...sharedScreens, ...adminScreens]

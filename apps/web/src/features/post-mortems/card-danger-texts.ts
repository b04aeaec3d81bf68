import type { DangerLevel } from '@chisholm/domain/danger-signs'

/** Short descriptions of danger levels for cards. */
export const dangerLabels: Record<DangerLevel, string> = {
  stop: 'Do not open',
  call: 'Call first',
}

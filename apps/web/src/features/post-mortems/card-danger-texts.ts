import type { DangerLevel } from '@chisholm/domain/danger-signs'

/** What a danger means in as few words as a card has room for. */
export const dangerWords: Record<DangerLevel, string> = {
  stop: 'Do not open',
  call: 'Call first',
}

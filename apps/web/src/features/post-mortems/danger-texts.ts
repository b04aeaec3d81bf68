import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { plural } from '@chisholm/domain/plural'

type BannerTitles = Record<DangerLevel, (names: string) => string>

const readBeforeTouching = (names: string) => `Stop: read what to do before you touch ${names || 'the animal'}`

/** A tag like `L 4896` is one word in a sentence. */
const unbroken = (name: string) => (name.length > 20 ? name : name.replaceAll(' ', '\u00a0'))

export const dangerTexts = {
  /** Titles of the warning. They hold for every sign of a level: what must not be done is the advice of the sign. */
  titles: {
    stop: 'Stop: read this before you touch the animal',
    call: 'Call the practice first',
  } satisfies Record<DangerLevel, string>,
  /** Titles of the banner. @param names  the animals, if they need to be named */
  bannerTitles: {
    stop: readBeforeTouching,
    call: (names) => `Call the practice first${names && `: ${names}`}`,
  } satisfies BannerTitles,
  /** The practice is not told to call itself. */
  bannerTitlesForPractice: {
    stop: readBeforeTouching,
    call: (names) => `Danger signs reported${names && `: ${names}`}`,
  } satisfies BannerTitles,
  /** The title of the banner on the page of an animal without a danger sign. */
  otherAnimals: (count: number, names: string) =>
    `${plural(count, 'Danger signs of another animal', 'Danger signs of other animals')}: ${names}`,
  /** @param more  the number of animals that are not named */
  names: (names: string[], more: number) => [...names.map(unbroken), ...(more > 0 ? [`${more} more`] : [])].join(', '),
  signOf: (names: string, sign: string) => `${names}: ${sign}`,
  whatToDo: 'What to do, whom to call',
  /** The name of the practice, if it is known. */
  numberOf: (practice: string, phone: string) => `${practice}: ${phone}`,
  call: (practice: string) => `Call ${practice || 'the practice'}`,
  authorities: 'Who else to call',
  nobodyTold: 'This app tells no authority. Call them yourself.',
  haveRead: 'I have read this',
  goBack: 'Go Back',
  goOn: 'Go on with the request',
  readWarning: 'Read the warning',
  banner: 'Danger',
  notifiable: 'Notifiable diagnosis',
} as const

import './danger.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type DangerLevel, type DangerSign, strictestLevel } from '@chisholm/domain/danger-signs'
import { isVet } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useSession } from '../../api/session.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useWasPrinted } from '../../ui/use-was-printed.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { dangerTexts } from './danger-texts.ts'
import { DangerSignList } from './danger-sign-list.tsx'
import { signsOf } from './danger-signs-of.ts'
import { Authorities, CallPractice } from './who-to-call.tsx'

interface DangerBannerProps {
  postMortem: PostMortem | undefined
  /** The animal that the page is about, which may be new. Omit it on pages about all animals. */
  animalId?: string | undefined
}

/** The banner at the top of every screen of a post-mortem with danger signs. It names the animals, if there are others. */
export function DangerBanner({ postMortem, animalId }: DangerBannerProps) {
  const currentUser = useSession()
  if (!postMortem?.danger) return null
  const isPractice = currentUser !== null && isVet(currentUser)
  const signs = namedSignsOf(postMortem)
  return (
    <aside className="banner danger danger-banner" aria-label={dangerTexts.banner}>
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        {titleOf(postMortem, postMortem.danger, { animalId, isPractice })}
        {signs.map(({ id, name }) => (
          <i key={id}>{name}</i>
        ))}
        <Advice signs={signs} />
        {!isPractice && <CallPractice />}
      </div>
    </aside>
  )
}

const animalsOf = (postMortem: PostMortem) => postMortem.veterinary_record.veterinary_record_animals
const dangerousAnimalsOf = (postMortem: PostMortem) =>
  animalsOf(postMortem).filter(({ danger_signs: signs }) => signs.length > 0)

function titleOf(
  postMortem: PostMortem,
  danger: DangerLevel,
  { animalId, isPractice }: { animalId: string | undefined; isPractice: boolean },
): string {
  const dangerous = dangerousAnimalsOf(postMortem)
  const isOfOthers = animalId !== undefined && dangerous.length > 0 && dangerous.every(({ id }) => id !== animalId)
  if (isOfOthers) return dangerTexts.otherAnimals(dangerous.length, namesOf(dangerous))
  const strictest = dangerous.filter(({ danger_signs: ofAnimal }) => strictestLevel(ofAnimal) === danger)
  const titles = isPractice ? dangerTexts.bannerTitlesForPractice : dangerTexts.bannerTitles
  return titles[danger](animalsOf(postMortem).length > 1 ? namesOf(strictest) : '')
}

/** The danger signs with the names of their animals, if several animals have some. */
function namedSignsOf(postMortem: PostMortem): DangerSign[] {
  const dangerous = dangerousAnimalsOf(postMortem)
  const animalsWith = (signId: string) =>
    dangerous.filter(({ danger_signs: ofAnimal }) => ofAnimal.some(({ id }) => id === signId))
  return signsOf(postMortem).map((sign) =>
    dangerous.length > 1 ? { ...sign, name: dangerTexts.signOf(namesOf(animalsWith(sign.id)), sign.name) } : sign,
  )
}

const mostNamed = 3
const namesOf = (animals: readonly Animal[]) =>
  dangerTexts.names(animals.slice(0, mostNamed).map(nameOfAnimal), animals.length - mostNamed)

function Advice({ signs }: { signs: readonly DangerSign[] }) {
  // nobody can open it on paper
  const wasPrinted = useWasPrinted()
  return (
    <Disclosure className="danger-advice" title={dangerTexts.whatToDo} startsOpen={wasPrinted}>
      <DangerSignList signs={signs} />
      <Authorities />
    </Disclosure>
  )
}

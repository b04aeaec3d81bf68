import { createContext, type ReactNode, use } from 'react'
import type { AnimalCard, PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { ClockPill, clockOfCard, useCardAnimals } from '../post-mortems/index.ts'

type AnimalsOfVisit = (visit: PostMortemCard) => AnimalCard[] | undefined

const VisitAnimals = createContext<AnimalsOfVisit>(() => undefined)

const isOpen = ({ status }: PostMortemCard) => status !== 'Completed'

/** Loads the animals of these visits whose clocks depend on the weather, for all `VisitClock`s inside. */
export function VisitClocks({ visits, children }: { visits: readonly PostMortemCard[]; children: ReactNode }) {
  const animalsOf = useCardAnimals(visits.filter(isOpen))
  return <VisitAnimals value={animalsOf}>{children}</VisitAnimals>
}

/** The carcass clock of an open visit, as in the lists of tickets. */
export function VisitClock({ visit }: { visit: PostMortemCard }) {
  const animals = use(VisitAnimals)(visit)
  return isOpen(visit) && <ClockPill clockAt={clockOfCard(visit, animals, [])} />
}

import './herd.css'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'
import { likelyLot } from '@chisholm/domain/lots'
import type { Lot, UnmatchedLot } from '@chisholm/domain/schemas/lots'
import { useState } from 'react'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { attempt, toast } from '../../ui/toast.ts'
import { lotsQuery, unmatchedLotsQuery, useSetOtherName, useSaveLot } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'
import { MatchLotForm } from './match-lot-form.tsx'

const { unmatched: texts } = herdTexts

/** Lots that animals refer to but the site does not have; one tap creates each, or says which lot is meant. */
export function UnmatchedLots({ siteId, mayWrite }: { siteId: string; mayWrite: boolean }) {
  const list = useInfiniteQuery(unmatchedLotsQuery(siteId))
  const names = list.data ?? []
  const lots = useQuery(lotsQuery(siteId)).data ?? []
  const [chosenName, chooseName] = useState<string | null>(null)
  const close = () => chooseName(null)
  const closeOf = (name: string) => chooseName((open) => (open === name ? null : open))
  if (names.length === 0) return null
  return (
    <CardSection title={texts.title} hint={texts.hint}>
      <ul className="list">
        {names.map((unmatched) => (
          <li key={unmatched.name} className="row between herd-row">
            <span>
              <Link
                to="/a/search/result"
                search={{ site: siteId, lot: unmatched.name }}
                aria-label={texts.find(unmatched.name)}
                className="herd-link"
              >
                {unmatched.name}
              </Link>
              <span className="hint">
                {texts.animals(unmatched.animals, formatRecentDay(unmatched.last_death, today()))}
              </span>
            </span>
            {mayWrite && <MatchButtons siteId={siteId} unmatched={unmatched} lots={lots} onChoose={chooseName} />}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
      <Dialog opened={chosenName !== null} onClose={close} title={texts.chooseFor(chosenName ?? '')}>
        {chosenName !== null && (
          <MatchLotForm siteId={siteId} name={chosenName} lots={lots} onDone={() => closeOf(chosenName)} />
        )}
      </Dialog>
    </CardSection>
  )
}

interface MatchButtonsProps {
  siteId: string
  unmatched: UnmatchedLot
  lots: Lot[]
  /** Asks which lot the name means. */
  onChoose: (name: string) => void
}

function MatchButtons({ siteId, unmatched: { name }, lots, onChoose }: MatchButtonsProps) {
  const save = useSaveLot(null)
  const setOtherName = useSetOtherName()
  const isPending = save.isPending || setOtherName.isPending
  const likely = likelyLot(name, lots)
  const run = (work: () => Promise<unknown>) => attempt(work, herdTexts.notSaved)
  const match = async ({ id, name: lot }: Lot) => {
    await setOtherName.mutateAsync({ id, name, belongs: true })
    toast.success(texts.matched(name, lot))
  }
  return (
    <span className="herd-buttons">
      {likely && (
        <Button
          mih={44}
          aria-label={texts.meansOf(name, likely.name)}
          disabled={isPending}
          onClick={() => void run(() => match(likely))}
        >
          {texts.means(likely.name)}
        </Button>
      )}
      {lots.length > 0 && (
        <Button variant="default" mih={44} aria-label={texts.chooseFor(name)} onClick={() => onChoose(name)}>
          {texts.choose}
        </Button>
      )}
      <Button
        variant="default"
        mih={44}
        aria-label={texts.make(name)}
        disabled={isPending}
        onClick={() => void run(() => save.mutateAsync({ site_id: siteId, name }))}
      >
        {texts.makeShort}
      </Button>
    </span>
  )
}

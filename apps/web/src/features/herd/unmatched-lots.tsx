import './herd.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatShortDay } from '@chisholm/domain/dates'
import { CardSection } from '../../ui/card-section.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { unmatchedLotsQuery, useSaveLot } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { unmatched: texts } = herdTexts

/** Lots that animals refer to but the site does not have; one tap creates each. */
export function UnmatchedLots({ siteId, mayWrite }: { siteId: string; mayWrite: boolean }) {
  const lots = useQuery(unmatchedLotsQuery(siteId)).data ?? []
  const save = useSaveLot(null)
  const make = async (name: string) => {
    try {
      await save.mutateAsync({ site_id: siteId, name })
    } catch (failure) {
      toast.failure(errorMessage(failure, herdTexts.notSaved))
    }
  }
  if (lots.length === 0) return null
  return (
    <CardSection title={texts.title} hint={texts.hint}>
      <ul className="list">
        {lots.map(({ name, animals, last_death }) => (
          <li key={name} className="row between herd-row">
            <span>
              <Link
                to="/a/search/result"
                search={{ site: siteId, lot: name }}
                aria-label={texts.find(name)}
                className="herd-link"
              >
                {name}
              </Link>
              <span className="hint">{texts.animals(animals, formatShortDay(last_death))}</span>
            </span>
            {mayWrite && (
              <Button
                variant="default"
                mih={44}
                aria-label={texts.make(name)}
                disabled={save.isPending}
                onClick={() => void make(name)}
              >
                {texts.makeShort}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { attempt } from '../../ui/toast.ts'
import { lotsQuery, useSetOtherName } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { lots: texts } = herdTexts

/** The other names of a lot, each with a button that removes it at once. */
export function OtherNames({ siteId, lotId }: { siteId: string; lotId: string }) {
  const names = useQuery(lotsQuery(siteId)).data?.find(({ id }) => id === lotId)?.other_names ?? []
  const setOtherName = useSetOtherName()
  const removeName = async (name: string) => {
    await attempt(() => setOtherName.mutateAsync({ id: lotId, name, belongs: false }), herdTexts.notSaved)
  }
  if (names.length === 0) return null
  return (
    <section aria-label={texts.otherNames}>
      <p className="hint">{texts.otherNames}</p>
      <ul className="list">
        {names.map((name) => (
          <li key={name} className="row between herd-row">
            <span>{name}</span>
            <Button
              variant="default"
              mih={44}
              aria-label={texts.removeName(name)}
              disabled={setOtherName.isPending}
              onClick={() => void removeName(name)}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

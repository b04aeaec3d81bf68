import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'
import type { Lot } from '@chisholm/domain/schemas/lots'
import { useState } from 'react'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { QueryState } from '../../ui/states.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { lotsQuery } from './herd-queries.ts'
import { AddButton } from './add-button.tsx'
import { herdTexts } from './herd-texts.ts'
import { LotForm } from './lot-form.tsx'

const { lots: texts } = herdTexts
const dayOrNull = (day: string | null) => day && formatRecentDay(day, today())

/** The lots of a site, latest arrival first. Closed ones, of which there are more every year, are folded away. */
export function LotsSection({ siteId, mayWrite }: { siteId: string; mayWrite: boolean }) {
  const lots = useQuery(lotsQuery(siteId))
  const [edited, setEdited] = useState<Lot | 'new' | null>(null)
  const close = () => setEdited(null)
  const open = (lots.data ?? []).filter(({ closed_at }) => closed_at === null)
  const closed = (lots.data ?? []).filter(({ closed_at }) => closed_at !== null)
  const edit = mayWrite ? setEdited : undefined
  return (
    <CardSection title={texts.title}>
      {mayWrite && <AddButton text={texts.add} onClick={() => setEdited('new')} />}
      <QueryState query={lots} failureText={herdTexts.failed} height={48} count={3} />
      {lots.data?.length === 0 && <p className="hint">{texts.none}</p>}
      <LotList lots={open} onEdit={edit} />
      {closed.length > 0 && (
        <Disclosure className="closed-lots" title={texts.closedLots(closed.length)}>
          <LotList lots={closed} onEdit={edit} />
        </Disclosure>
      )}
      <Dialog
        opened={edited !== null}
        onClose={close}
        title={edited === null || edited === 'new' ? texts.add : texts.edit(edited.name)}
      >
        {edited !== null && <LotForm siteId={siteId} lot={edited === 'new' ? null : edited} onDone={close} />}
      </Dialog>
    </CardSection>
  )
}

const LotList = ({ lots, onEdit }: { lots: readonly Lot[]; onEdit: ((lot: Lot) => void) | undefined }) => (
  <ul className="list">
    {lots.map((lot) => (
      <li key={lot.id} className="row between herd-row">
        <span>
          <Link to="/a/herd/$siteId/lots/$id" params={{ siteId: lot.site_id, id: lot.id }} className="herd-link">
            {lot.name}
          </Link>
          <span className="hint">
            {texts.summary(dayOrNull(lot.arrived_at), lot.head_in, dayOrNull(lot.closed_at))}
          </span>
        </span>
        {onEdit && (
          <Button variant="default" mih={44} aria-label={texts.edit(lot.name)} onClick={() => onEdit(lot)}>
            {uiTexts.edit}
          </Button>
        )}
      </li>
    ))}
  </ul>
)

import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatLongDay } from '@chisholm/domain/dates'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import type { HeadCount } from '@chisholm/domain/schemas/lots'
import { useState } from 'react'
import { today } from '../../api/cached-provider.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { QueryState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { HeadCountForm } from './head-count-form.tsx'
import { headCountsQuery, useSaveHead } from './herd-queries.ts'
import { AddButton } from './add-button.tsx'
import { herdTexts } from './herd-texts.ts'
import { useConfirmHead } from './use-confirm-head.tsx'

const { head: texts } = herdTexts

/** The head counts, and a field for today's count. Those of other days are added and corrected in a dialog. */
export function HeadSection({ site, mayWrite }: { site: Site; mayWrite: boolean }) {
  const counts = useInfiniteQuery(headCountsQuery(site.id))
  const [edited, setEdited] = useState<HeadCount | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <CardSection title={texts.title} hint={texts.hint}>
      {mayWrite && <TodaysHead site={site} />}
      <QueryState query={counts} failureText={herdTexts.failed} height={24} count={3} />
      {counts.data?.length === 0 && <p className="hint">{texts.none}</p>}
      <dl className="head-counts">
        {counts.data?.map((count) => (
          <div key={count.id}>
            <dt>{texts.on(formatLongDay(count.date))}</dt>
            <dd>{texts.count(count.head)}</dd>
            {mayWrite && (
              <dd>
                <Button
                  variant="default"
                  mih={44}
                  aria-label={texts.edit(formatLongDay(count.date))}
                  onClick={() => setEdited(count)}
                >
                  {uiTexts.edit}
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <LoadMore list={counts} />
      {mayWrite && <AddButton text={texts.add} onClick={() => setEdited('new')} />}
      <Dialog
        opened={edited !== null}
        onClose={close}
        title={edited === null || edited === 'new' ? texts.add : texts.edit(formatLongDay(edited.date))}
      >
        {edited !== null && <HeadCountForm siteId={site.id} count={edited === 'new' ? null : edited} onDone={close} />}
      </Dialog>
    </CardSection>
  )
}

/** Counts the head of today, which is the day of the site. */
function TodaysHead({ site }: { site: Site }) {
  const save = useSaveHead(site.id)
  const { confirmHead, dialog } = useConfirmHead(site.id)
  const countOf = ({ head }: { head: string }) => ({ date: today(site.time_zone), head: head.trim() })
  // what was typed yesterday is no count of today
  const [openedOn] = useState(() => today(site.time_zone))
  const form = useDraftForm({
    draftName: `head of ${openedOn} ${site.id}`,
    initialValues: { head: '' },
    confirm: (values) => confirmHead(countOf(values)),
    // the server reports the error of an invalid number
    onSubmit: (values) => save.mutateAsync(countOf(values)),
    onSuccess: () => {
      toast.success(texts.saved)
      // Otherwise, a correction was typed while the count was saved.
      if (!form.isDirty()) form.resetTo({ head: '' })
    },
    failureText: herdTexts.notSaved,
  })
  return (
    <form className="stack" {...form.formProps}>
      <div className="row head-form">
        <TextInput className="grow" label={texts.today} inputMode="numeric" {...form.getInputProps('head')} />
        <Button type="submit" mih={44} loading={form.isSubmitting}>
          {texts.save}
        </Button>
      </div>
      {dialog}
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '@chisholm/domain/dates'
import type { Site } from '@chisholm/domain/schemas'
import { today } from '../../api/cached-provider.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { QueryState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { headCountsQuery, useSaveHead } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { head: texts } = herdTexts

/** The newest head counts, and a field for today's count. */
export function HeadSection({ site, mayWrite }: { site: Site; mayWrite: boolean }) {
  const counts = useQuery(headCountsQuery(site.id))
  return (
    <CardSection title={texts.title} hint={texts.hint}>
      {mayWrite && <TodaysHead site={site} />}
      <QueryState query={counts} failureText={herdTexts.failed} height={24} count={3} />
      {counts.data?.length === 0 && <p className="hint">{texts.none}</p>}
      <dl className="head-counts">
        {counts.data?.map(({ id, date, head }) => (
          <div key={id}>
            <dt>{texts.on(formatLongDay(date))}</dt>
            <dd>{texts.count(head)}</dd>
          </div>
        ))}
      </dl>
    </CardSection>
  )
}

/** Counts the head of today, which is the day of the site. */
function TodaysHead({ site }: { site: Site }) {
  const save = useSaveHead(site.id)
  const form = useForm({
    initialValues: { head: '' },
    // the server reports the error of an invalid number
    onSubmit: ({ head }) => save.mutateAsync({ date: today(site.time_zone), head: head.trim() }),
    onSuccess: () => {
      toast.success(texts.saved)
      // Otherwise, a correction was typed while the count was saved.
      if (!form.isDirty()) form.resetTo({ head: '' })
    },
    failureText: herdTexts.notSaved,
  })
  return (
    <form className="row head-form" {...form.formProps}>
      <TextInput className="grow" label={texts.today} inputMode="numeric" {...form.getInputProps('head')} />
      <Button type="submit" mih={44} loading={form.isSubmitting}>
        {texts.save}
      </Button>
    </form>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { ApiFailure } from '../../api/client.ts'
import { forget, keep, keptQuery } from '../../api/kept.ts'
import { useSession } from '../../api/session.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import {
  type DetailsErrors,
  detailsMistake,
  DetailsForm,
  detailsToSend,
  refusedFields,
  tellUnknownPlaces,
  withoutCorrected,
  type TypedDetails,
} from './details-form.tsx'
import { useEditTicket, useEntriesOf } from './queries.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'
import { Steps } from './steps.tsx'

/** Edits the details of a draft; restores unsaved input. */
export function DetailsStep(props: StepProps) {
  const kept = useQuery(keptQuery<TypedDetails>(formOf(props.ticket.id)))
  if (kept.isPending) return null
  return <DetailsStepForm {...props} kept={kept.data ?? null} />
}

const formOf = (ticketId: string) => `details ${ticketId}`

function DetailsStepForm({ ticket, beside, go, kept }: StepProps & { kept: TypedDetails | null }) {
  const form = formOf(ticket.id)
  const refusal = useEntriesOf(ticket.id).find((entry) => entry.refusal && !('animalId' in entry))?.refusal
  const [details, setDetails] = useState<TypedDetails>(
    () =>
      kept ?? {
        record_at: ticket.record_at,
        customer_id: ticket.customer_id,
        site_id: ticket.site_id,
        note: ticket.note ?? '',
        no_vet_visit_requested: ticket.no_vet_visit_requested === 1,
      },
  )
  const [errors, setErrors] = useState<DetailsErrors>(() => refusedFields(refusal?.errors ?? {}))
  const person = useSession()
  const edit = useEditTicket(ticket.id)
  const type = (next: TypedDetails) => {
    setErrors(withoutCorrected(errors, details, next))
    setDetails(next)
    keep(form, next)
  }
  const leave = async () => {
    await forget(form)
    go({})
  }
  const save = async () => {
    const mistake = detailsMistake(details)
    setErrors(mistake ?? {})
    const ready = mistake ? null : detailsToSend(details)
    if (!ready) return tellUnknownPlaces()
    try {
      await edit.mutateAsync(ready)
      await leave()
    } catch (failure) {
      if (failure instanceof ApiFailure) setErrors(refusedFields(failure.errors))
      toast.failure(wordsOf(failure, texts.failure.updatePostMortem))
    }
  }
  const mayEdit = person !== null && can(person, 'postMortem.edit', toPermissionSubject(ticket))
  const foot = (
    <>
      <Button variant="default" onClick={() => void leave()}>
        {uiTexts.cancel}
      </Button>
      {mayEdit && (
        <Button loading={edit.isPending} onClick={() => void save()}>
          {uiTexts.save}
        </Button>
      )}
    </>
  )
  return (
    <StepFrame title={ticket.title} beside={beside} foot={foot}>
      <Steps reached={1} />
      <h1>{outboxTexts.details}</h1>
      <DetailsForm details={details} onChange={type} onFill={setDetails} errors={errors} />
    </StepFrame>
  )
}

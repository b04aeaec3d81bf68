import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayOf } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { DetailsForm, type DetailsErrors, detailsMistake, type TypedDetails } from './details-form.tsx'
import { useCreateTicket } from './queries.ts'
import { Steps } from './steps.tsx'

/** The first step of the wizard: date, customer, site, notes. Creates the draft and leads to its animals. */
export function NewPostMortemPage() {
  const [id] = useState(newId)
  const [details, setDetails] = useState<TypedDetails>(() => ({
    record_at: dayOf(new Date()),
    customer_id: null,
    site_id: null,
    note: '',
    no_vet_visit_requested: false,
  }))
  const [errors, setErrors] = useState<DetailsErrors>({})
  const { rfid } = useSearch({ strict: false }) as { rfid?: string }
  const create = useCreateTicket()
  const navigate = useNavigate()

  const save = () => {
    const mistake = detailsMistake(details)
    setErrors(mistake ?? {})
    const { record_at, customer_id, site_id } = details
    if (mistake || !record_at || !customer_id || !site_id) return
    const ticket = {
      ...details,
      record_at,
      customer_id,
      site_id,
      id,
      no_vet_visit_requested: details.no_vet_visit_requested ? 1 : 0,
    }
    create.mutate(ticket, {
      onSuccess: () =>
        void navigate({
          to: `/a/postmortem/${id}`,
          search: { step: 'animal', ...(rfid && { rfid }) } as never,
          replace: true,
        }),
      onError: (failure) => toast.failure(wordsOf(failure, texts.failure.addPostMortem)),
    })
  }

  return (
    <Page
      title={uiTexts.newPostMortem}
      back
      ownHeading
      foot={
        <Button loading={create.isPending} onClick={save}>
          Add animals
        </Button>
      }
    >
      <Steps reached={1} />
      <h1>{uiTexts.newPostMortem}</h1>
      <DetailsForm details={details} onChange={setDetails} errors={errors} />
    </Page>
  )
}

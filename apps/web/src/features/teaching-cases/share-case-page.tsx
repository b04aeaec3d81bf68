import './teaching-cases.css'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { SharedCase } from '@chisholm/domain/schemas/teaching-cases'
import { namesInText, validateTeachingCase } from '@chisholm/domain/teaching-cases'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { isNotFound } from '../../ui/is-not-found.ts'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { providerQuery } from '../sites/index.ts'
import { CasePhotos } from './case-photos.tsx'
import { caseOfAnimalQuery, useShareCase, useWithdrawCase } from './teaching-case-queries.ts'
import { teachingCaseTexts as texts } from './teaching-case-texts.ts'

/** Shares an animal as a teaching case, changes the case, or withdraws it. */
export function ShareCasePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const shared = useQuery(caseOfAnimalQuery(id))
  if (isNotFound(shared.error)) return <NotFoundPage />
  if (shared.data) return <CaseForm animalId={id} shared={shared.data} />
  return (
    <Page title={texts.shareTitle} back ownHeading>
      <h1>{texts.shareTitle}</h1>
      <QueryState query={shared} failureText={errorMessage(shared.error, texts.failed)} />
    </Page>
  )
}

function CaseForm({ animalId, shared }: { animalId: string; shared: SharedCase }) {
  const share = useShareCase(animalId)
  const leavePage = useLeavePage('/a')
  const showsPhotos = useQuery(providerQuery()).data?.case_photos === true
  const form = usePageForm({
    draftName: `teaching-case ${animalId}`,
    initialValues: {
      title: shared.title ?? '',
      text: shared.text ?? '',
      photo_ids: shared.photo_ids,
      names_confirmed: false,
    },
    validate: validateTeachingCase,
    onSubmit: ({ photo_ids, names_confirmed, ...fields }) =>
      share.mutateAsync({ ...fields, names_confirmed: names_confirmed ? 1 : 0, ...(showsPhotos && { photo_ids }) }),
    failureText: texts.notSaved,
    onSuccess: () => toast.success(texts.shared),
    onDone: leavePage,
  })
  const { title, text, photo_ids, names_confirmed } = form.values
  const names = namesInText(`${title}\n${text}`, shared.names)
  return (
    <FormPage
      title={texts.shareTitle}
      hint={texts.shareHint}
      back
      form={form}
      submitLabel={shared.id === null ? texts.share : texts.save}
      below={
        <>
          <Button component={Link} to="/a/library/cases" variant="default" mih={44}>
            {texts.all}
          </Button>
          {shared.id !== null && <Withdrawal animalId={animalId} onDone={form.markSaved} />}
        </>
      }
    >
      <TextInput label={texts.caseTitle} maxLength={constants.teachingCase.titleMax} {...form.getInputProps('title')} />
      <Textarea
        label={texts.caseText}
        autosize
        minRows={5}
        maxLength={constants.teachingCase.textMax}
        {...form.getInputProps('text')}
      />
      {names.length > 0 && (
        <div className="banner danger" role="alert">
          <div className="stack">
            <span>{texts.names(names.join(', '))}</span>
            <Checkbox
              label={texts.confirmNames}
              checked={names_confirmed}
              onChange={(event) => form.setValues({ names_confirmed: event.currentTarget.checked })}
            />
          </div>
        </div>
      )}
      <CasePhotos
        animalId={animalId}
        isOn={showsPhotos}
        chosen={photo_ids}
        onChange={(chosen) => form.setValues({ photo_ids: chosen })}
      />
    </FormPage>
  )
}

function Withdrawal({ animalId, onDone }: { animalId: string; onDone: () => void }) {
  const withdraw = useWithdrawCase(animalId)
  const leavePage = useLeavePage('/a')
  const leave = () => {
    onDone()
    toast.success(texts.withdrawn)
    leavePage()
  }
  return (
    <DeleteButton
      question={{ title: texts.askWithdraw, confirmLabel: texts.withdraw }}
      onDelete={() => withdraw.mutateAsync(undefined)}
      failureText={texts.notWithdrawn}
      onDeleted={leave}
    >
      {texts.withdraw}
    </DeleteButton>
  )
}

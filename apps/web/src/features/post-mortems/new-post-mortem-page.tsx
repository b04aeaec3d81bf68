import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatRfid } from '@chisholm/domain/rfid'
import { useSearch } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { customersQuery } from '../customers/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { DetailsForm } from './details-form.tsx'
import { SingleTabForm } from './single-tab-form.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { newPostMortemDraftName, type NewPostMortemDraft, useNewPostMortemForm } from './use-new-post-mortem-form.ts'

/** The first step of the wizard. It restores unsent input under its id. */
export const NewPostMortemPage = () => (
  <SingleTabForm<NewPostMortemDraft>
    draftName={newPostMortemDraftName}
    renderElsewhere={(notice) => (
      <Page title={postMortemTexts.newPostMortem} back ownHeading>
        <h1>{postMortemTexts.newPostMortem}</h1>
        {notice}
      </Page>
    )}
    loading={<Page title={postMortemTexts.newPostMortem}>{null}</Page>}
  >
    {(draft) => <NewPostMortemForm draft={draft} />}
  </SingleTabForm>
)

/** Creates the draft and continues with its animals. */
function NewPostMortemForm({ draft }: { draft: NewPostMortemDraft | null }) {
  const { form, rfid } = useNewPostMortemForm(draft)
  const { site }: { site?: string } = useSearch({ strict: false })
  // until then, neither customer nor site can be preselected, and there is no field for the error of the customer
  const { isLoading } = useQuery(customersQuery())
  return (
    <Page
      title={postMortemTexts.newPostMortem}
      back
      ownHeading
      footer={
        <Button loading={form.isSubmitting || isLoading} onClick={() => void form.submit()}>
          {postMortemTexts.addAnimals}
        </Button>
      }
    >
      <StepIndicator reached={1} />
      <h1>{postMortemTexts.newPostMortem}</h1>
      {rfid && <output className="hint">{postMortemTexts.firstAnimal(formatRfid(rfid))}</output>}
      <DetailsForm form={form} firstSiteId={site} />
    </Page>
  )
}

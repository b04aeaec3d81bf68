import { Button } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { useLeadOn } from '../../ui/lead-on.ts'
import { toast } from '../../ui/toast.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { saveDiagnosesOf } from './diagnosis-drafts.ts'
import { useChangeTicket } from './queries.ts'
import { type StepProps, StepFrame } from './step-frame.tsx'

/** Explains what completing means before doing it. */
export function CompleteStep({ ticket, beside, go }: StepProps) {
  const change = useChangeTicket(ticket.id)
  const begin = useLeadOn()
  const [isSaving, setSaving] = useState(false)
  const undiagnosed = ticket.veterinary_record.veterinary_record_animals.filter((animal) => !animal.vet_diagnosis_id)
  const complete = async () => {
    const leadOn = begin()
    setSaving(true)
    const saved = await saveDiagnosesOf(ticket)
    setSaving(false)
    if (!saved) return toast.failure(postMortemTexts.diagnosis.completeNeedsSaving)
    try {
      const { message } = await change.mutateAsync({ completed_at: new Date().toISOString() })
      toast.success(message ?? texts.success.completed)
      leadOn(`/a/vet/ticketdetail/${ticket.id}/report`)
    } catch {
      // the mutation shows its own error
    }
  }
  const foot = (
    <>
      <Button variant="default" onClick={() => go({})}>
        {postMortemTexts.goBack}
      </Button>
      <Button loading={isSaving || change.isPending} onClick={() => void complete()}>
        {postMortemTexts.complete}
      </Button>
    </>
  )
  return (
    <StepFrame title={ticket.title} beside={beside} foot={foot}>
      <h1>{postMortemTexts.askComplete(ticket.title)}</h1>
      <p>{texts.other.completeExplained}</p>
      {undiagnosed.length > 0 && (
        <p className="banner">
          {postMortemTexts.undiagnosed(
            undiagnosed.map((animal) => animal.tag ?? animal.rfid ?? postMortemTexts.anAnimal),
          )}
        </p>
      )}
    </StepFrame>
  )
}

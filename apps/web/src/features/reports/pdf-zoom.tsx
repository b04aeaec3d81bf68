import { ActionIcon, Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { reportTexts } from './report-texts.ts'

interface PdfZoomProps {
  /** 0 fits the screen. */
  step: number
  steps: number
  onStep: (step: number) => void
}

/** Enlarges the pages of a report, whose text is small on a phone. */
export const PdfZoom = ({ step, steps, onStep }: PdfZoomProps) => (
  <div className="report-zoom">
    <ActionIcon
      variant="default"
      size={48}
      aria-label={reportTexts.zoomOut}
      disabled={step === 0}
      onClick={() => onStep(step - 1)}
    >
      <IconMinus size={22} aria-hidden />
    </ActionIcon>
    <ActionIcon
      variant="default"
      size={48}
      aria-label={reportTexts.zoomIn}
      disabled={step >= steps - 1}
      onClick={() => onStep(step + 1)}
    >
      <IconPlus size={22} aria-hidden />
    </ActionIcon>
    <Button variant="default" size="sm" mih={48} disabled={step === 0} onClick={() => onStep(0)}>
      {reportTexts.fit}
    </Button>
  </div>
)

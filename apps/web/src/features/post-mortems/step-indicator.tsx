import { postMortemTexts } from './post-mortem-texts.ts'
/** The progress of the wizard: details, animals, review. */
export const StepIndicator = ({ reached }: { reached: 1 | 2 | 3 }) => (
  <ol className="steps" aria-label={postMortemTexts.step(reached)}>
    {[1, 2, 3].map((step) => (
      <li key={step} data-reached={step <= reached || undefined} />
    ))}
  </ol>
)

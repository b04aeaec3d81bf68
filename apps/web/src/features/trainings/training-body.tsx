import type { TrainingFields } from '@chisholm/domain/trainings'

/** The body of a training as readers see it. Line breaks are preserved. */
export const TrainingBody = ({ training }: { training: TrainingFields }) => (
  <>
    {training.pre_content && <p style={keepLineBreaks}>{training.pre_content}</p>}
    {training.training_sections.map((section, index) => (
      <section key={String(index)} className="card">
        <h2>{section.heading}</h2>
        <p style={keepLineBreaks}>{section.content}</p>
      </section>
    ))}
    {training.post_content && <p style={keepLineBreaks}>{training.post_content}</p>}
  </>
)

const keepLineBreaks = { whiteSpace: 'pre-line' } as const
